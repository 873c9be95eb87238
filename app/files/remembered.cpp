// Reads and writes both files as JSON, each with its own version.
#include "app/files/remembered.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

#include "app/files/own_file.h"
#include "app/json/field_reader.h"
#include "app/json/field_writer.h"
#include "app/system/write_files.h"
#include "app/words/word_lists.h"
#include "kernels/core/error.h"

namespace heatwave::files {
namespace {

namespace fs = std::filesystem;
using json::Json;

constexpr int kVersion = 1;
constexpr int kLongestSide = 16384;  ///< longest side of a window, in pixels

/// File names need not be valid text, which JSON requires.
std::vector<std::string> as_text(const std::vector<fs::path>& paths) {
  std::vector<std::string> all;
  for (const fs::path& path : paths) {
    if (words::is_utf8(path.string())) all.push_back(path.string());
  }
  return all;
}

std::string as_text(const std::string& text) { return words::is_utf8(text) ? text : ""; }

void settings_fields(auto& r, auto&& visit) {
  std::string theme = r.dark ? "dark" : "light";
  visit.later("theme", theme);
  visit.later("scale", r.scale, [](float scale) {
    const bool fits = scale >= 0.5F && scale <= 4.0F;
    return fits ? std::nullopt : std::optional<std::string>("must be from 0.5 to 4");
  });
  visit.later("smooth", r.smooth_cells);
  visit.later("less_motion", r.less_motion);
  visit.later("key_captions", r.key_captions);
  visit.later("frame_rate", r.rate, [](double rate) {
    const bool fits = rate >= 0.0 && rate <= 1000.0;
    return fits ? std::nullopt : std::optional<std::string>("must be from 0 to 1000");
  });
  std::string exports = as_text(r.exports.string());
  visit.later("exports", exports);
  visit.later("window", r.window, json::Sides{kLongestSide});
  visit.later("lab_divider", r.lab_divider, [](float share) {
    const bool fits = share > 0.0F && share < 1.0F;
    return fits ? std::nullopt : std::optional<std::string>("must be between 0 and 1");
  });
  if constexpr (requires { visit.in(); }) {
    r.dark = theme != "light";
    r.exports = exports;
  }
}

void state_fields(auto& r, auto&& visit) {
  std::string scene = as_text(r.scene);
  std::string folder = as_text(r.folder.string());
  std::vector<std::string> recent = as_text(r.recent);
  visit.later("room", r.room);
  visit.later("scene", scene);
  visit.later("folder", folder);
  visit.later("recent", recent);
  visit.later("turned_groups", r.turned_groups);
  visit.later("dragged", r.has_dragged);
  visit.later("toured", r.has_toured);
  if constexpr (requires { visit.in(); }) {
    r.scene = scene;
    r.folder = folder;
    r.recent.assign(recent.begin(), recent.end());
  }
}

}  // namespace

struct RememberedFiles::File {
  std::size_t index;
  fs::path path;
  void (*read)(Remembered&, json::FieldReader&);
  void (*write)(const Remembered&, const json::FieldWriter&);

  [[nodiscard]] Json json_of(const Remembered& r) const {
    Json out{{"version", kVersion}};
    write(r, json::FieldWriter(out, json::FieldWriter::Numbers::figures));
    return out;
  }
};

RememberedFiles::RememberedFiles(const system::PersonFolders& folders) : folders_(folders) {
  for (const File& file : files()) read(file);
}

std::array<RememberedFiles::File, 2> RememberedFiles::files() const {
  return {
      File{0, folders_.config / "settings.json",
           [](auto& r, auto& visit) { settings_fields(r, visit); },
           [](auto& r, auto& visit) { settings_fields(r, visit); }},
      File{1, folders_.state / "state.json", [](auto& r, auto& visit) { state_fields(r, visit); },
           [](auto& r, auto& visit) { state_fields(r, visit); }}};
}

void RememberedFiles::read(const File& file) {
  std::error_code ignored;
  if (!fs::exists(file.path, ignored)) return;
  try {
    json::JsonReader in = read_own_file(file.path);
    int version = 0;
    json::FieldReader visit(in);
    visit("version", version);
    if (version > kVersion) {
      is_newer_[file.index] = true;
      messages_.push_back(fmt::format(
          "{} is of a newer Heatwave: it is left as it is, and nothing of it is remembered now",
          words::printable(file.path.string())));
      return;
    }
    Remembered taken = kept_;
    file.read(taken, visit);
    kept_ = taken;
  } catch (const core::Error& error) {
    messages_.push_back(set_aside(file.path, error.what()));
  }
}

void RememberedFiles::keep(const Remembered& now) {
  const Remembered before = kept_;
  kept_ = now;
  for (const File& file : files()) {
    const Json json = file.json_of(now);
    if (is_newer_[file.index] || json == file.json_of(before)) continue;
    system::write_whole_text(file.path, json.dump(2) + "\n", system::Naming::replacing);
  }
}

std::filesystem::path whole_path(const std::filesystem::path& path) {
  std::error_code error;
  const std::filesystem::path absolute = std::filesystem::absolute(path, error);
  const std::filesystem::path plain = (error ? path : absolute).lexically_normal();
  // "folder/" is the folder itself.
  return plain.has_filename() ? plain : plain.parent_path();
}

RecentFiles::RecentFiles(std::vector<std::filesystem::path> files) : files_(std::move(files)) {
  if (files_.size() > kMost) files_.resize(kMost);
}

void RecentFiles::add(const std::filesystem::path& file) {
  std::filesystem::path whole = whole_path(file);
  files_.erase(std::remove(files_.begin(), files_.end(), whole), files_.end());
  files_.insert(files_.begin(), std::move(whole));
  if (files_.size() > kMost) files_.pop_back();
}

}  // namespace heatwave::files
