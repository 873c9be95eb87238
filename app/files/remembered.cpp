// Both files as JSON with a version of their own.
#include "app/files/remembered.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <system_error>

#include "app/export/files.h"
#include "app/export/plain_file.h"
#include "app/files/set_aside.h"
#include "app/words/word_lists.h"
#include "kernels/core/error.h"

namespace heatwave::files {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;
constexpr std::uint64_t kLargest = 1U << 20U;

/// Names of files need not be text, and JSON is.
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

void take_settings(Remembered& r, const Json& json) {
  r.dark = json.value("theme", std::string("dark")) != "light";
  r.scale = json.value("scale", r.scale);
  if (!(r.scale >= 0.5F && r.scale <= 4.0F)) throw core::Error("'scale' is no scale");
  const auto window = json.value("window", std::vector<int>{r.window.width, r.window.height});
  constexpr int kMost = 16384;
  const bool fits = window.size() == 2 && window[0] > 0 && window[1] > 0 && window[0] <= kMost &&
                    window[1] <= kMost;
  if (!fits) throw core::Error("'window' is no size");
  r.window = {window[0], window[1]};
}

void take_state(Remembered& r, const Json& json) {
  r.room = json.value("room", std::string());
  r.scene = json.value("scene", std::string());
  r.folder = json.value("folder", std::string());
  r.recent.clear();
  for (const auto& path : json.value("recent", std::vector<std::string>())) {
    r.recent.emplace_back(path);
  }
  r.has_dragged = json.value("dragged", false);
  r.has_toured = json.value("toured", false);
}

}  // namespace

struct RememberedFiles::File {
  std::size_t index;
  fs::path path;
  Json (*write)(const Remembered&);
  void (*take)(Remembered&, const Json&);
};

RememberedFiles::RememberedFiles(const PersonFolders& folders) : folders_(folders) {
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
    const Json json = Json::parse(exporting::whole_text(file.path, kLargest));
    const int version = json.at("version").get<int>();
    if (version > kVersion) {
      is_newer_[file.index] = true;
      messages_.push_back(fmt::format(
          "{} is of a newer Heatwave: it is left as it is, and nothing of it is remembered now",
          words::printable(file.path.string())));
      return;
    }
    Remembered taken = kept_;
    file.take(taken, json);
    kept_ = taken;
  } catch (const Json::exception&) {
    messages_.push_back(set_aside(file.path, "it is not what Heatwave has written"));
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
    exporting::write_whole_text(file.path, json.dump(2) + "\n", exporting::Naming::replacing);
  }
}

}  // namespace heatwave::files
