// Reads and writes both files as JSON, each with its own version.
#include "app/files/remembered.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <system_error>

#include "app/export/json_object.h"
#include "app/files/own_files.h"
#include "app/system/write_files.h"
#include "app/words/word_lists.h"
#include "kernels/core/error.h"

namespace heatwave::files {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;

/// File names need not be valid text, which JSON requires.
std::vector<std::string> as_text(const std::vector<fs::path>& paths) {
  std::vector<std::string> all;
  for (const fs::path& path : paths) {
    if (words::is_utf8(path.string())) all.push_back(path.string());
  }
  return all;
}

std::string as_text(const std::string& text) { return words::is_utf8(text) ? text : ""; }

Json settings_of(const Remembered& r) {
  return {{"version", kVersion},
          {"theme", r.dark ? "dark" : "light"},
          {"scale", r.scale},
          {"window", {r.window.width, r.window.height}}};
}

Json state_of(const Remembered& r) {
  return {{"version", kVersion},         {"room", r.room},
          {"scene", as_text(r.scene)},   {"folder", as_text(r.folder.string())},
          {"recent", as_text(r.recent)}, {"dragged", r.has_dragged},
          {"toured", r.has_toured}};
}

void take_settings(Remembered& r, const exporting::JsonObject& json) {
  r.dark = !json.has("theme") || json.text("theme") != "light";
  if (json.has("scale")) r.scale = static_cast<float>(json.number("scale"));
  if (!(r.scale >= 0.5F && r.scale <= 4.0F)) throw core::Error("'scale' must be from 0.5 to 4");
  if (!json.has("window")) return;
  const Json& window = json.array("window");
  constexpr int kMost = 16384;
  const auto is_side = [](const Json& side) {
    return side.is_number_integer() && side >= 1 && side <= kMost;
  };
  if (window.size() != 2 || !std::all_of(window.begin(), window.end(), is_side)) {
    throw core::Error(fmt::format("'window' must be two whole numbers from 1 to {}", kMost));
  }
  r.window = {window[0], window[1]};
}

std::string text_if_there(const exporting::JsonObject& json, const char* key) {
  return json.has(key) ? json.text(key) : std::string();
}

void take_state(Remembered& r, const exporting::JsonObject& json) {
  r.room = text_if_there(json, "room");
  r.scene = text_if_there(json, "scene");
  r.folder = text_if_there(json, "folder");
  r.recent.clear();
  if (json.has("recent")) {
    for (const Json& path : json.array("recent")) {
      if (!path.is_string()) json.refuse("recent", "an array of texts", path);
      r.recent.emplace_back(path.get_ref<const std::string&>());
    }
  }
  r.has_dragged = json.has("dragged") && json.flag("dragged");
  r.has_toured = json.has("toured") && json.flag("toured");
}

}  // namespace

struct RememberedFiles::File {
  std::size_t index;
  fs::path path;
  Json (*write)(const Remembered&);
  void (*take)(Remembered&, const exporting::JsonObject&);
};

RememberedFiles::RememberedFiles(const system::PersonFolders& folders) : folders_(folders) {
  for (const File& file : files()) read(file);
}

std::array<RememberedFiles::File, 2> RememberedFiles::files() const {
  return {File{0, folders_.config / "settings.json", settings_of, take_settings},
          File{1, folders_.state / "state.json", state_of, take_state}};
}

void RememberedFiles::read(const File& file) {
  std::error_code ignored;
  if (!fs::exists(file.path, ignored)) return;
  try {
    const Json document = own_document(file.path);
    const exporting::JsonObject json(document, {});
    if (json.small("version") > kVersion) {
      is_newer_[file.index] = true;
      messages_.push_back(fmt::format(
          "{} is of a newer Heatwave: it is left as it is, and nothing of it is remembered now",
          words::printable(file.path.string())));
      return;
    }
    Remembered taken = kept_;
    file.take(taken, json);
    kept_ = taken;
  } catch (const core::Error& error) {
    messages_.push_back(set_aside(file.path, error.what()));
  }
}

void RememberedFiles::keep(const Remembered& now) {
  const Remembered before = kept_;
  kept_ = now;
  for (const File& file : files()) {
    const Json json = file.write(now);
    if (is_newer_[file.index] || json == file.write(before)) continue;
    system::write_whole_text(file.path, json.dump(2) + "\n", system::Naming::replacing);
  }
}

}  // namespace heatwave::files
