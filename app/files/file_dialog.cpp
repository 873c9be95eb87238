// The effects of keys and clicks on the file dialog.
#include "app/files/file_dialog.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

#include "app/files/remembered.h"
#include "app/system/folders.h"
#include "app/system/read_files.h"
#include "app/words/word_lists.h"

namespace heatwave::files {
namespace {

namespace fs = std::filesystem;

bool is_hidden(const fs::path& path) {
  const std::string name = path.filename().string();
  return name.empty() || name.front() == '.';
}

bool comes_before(const FolderEntry& a, const FolderEntry& b) {
  const bool a_is_folder = a.kind == FileKind::folder;
  if (a_is_folder != (b.kind == FileKind::folder)) return a_is_folder;
  const std::string small_a = in_small_letters(a.name);
  const std::string small_b = in_small_letters(b.name);
  return small_a != small_b ? small_a < small_b : a.name < b.name;
}

constexpr const char* kSceneEnding = ".json";
constexpr const char* kKernelEnding = ".cu";

std::string shown(const fs::path& path) { return words::printable(path.string()); }

bool lies_in(const fs::path& path, const fs::path& folder) {
  const auto ends = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return ends.first == folder.end();
}

bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

bool stands_at(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(path, ignored));
}

/// Returns an existing file that saving would replace: this one, or the field of a scene.
std::optional<fs::path> in_the_way(const fs::path& path) {
  if (stands_at(path)) return path;
  const fs::path field = fs::path(path).replace_extension(".npy");
  if (kind_of(path) == FileKind::scene && stands_at(field)) return field;
  return {};
}

/// Returns the last part of the typed path; empty: a folder was typed.
std::string name_in(const std::string& typed) {
  return typed == "~" ? "" : fs::path(typed).filename().string();
}

}  // namespace

bool name_contains(const std::string& name, const std::string& text) {
  return in_small_letters(name).find(in_small_letters(text)) != std::string::npos;
}

bool name_begins_with(const std::string& name, const std::string& text) {
  return in_small_letters(name).starts_with(in_small_letters(text));
}

FolderList list_folder(const fs::path& folder, const std::vector<FileKind>& kinds) {
  FolderList list{.folder = folder};
  std::error_code error;
  list.changed = fs::last_write_time(folder, error);
  system::FolderReader reader(folder, error);
  if (error) {
    list.failure = "This folder cannot be read: " + error.message();
    return list;
  }
  while (const std::optional<fs::path> path = reader.next(error)) {
    std::error_code ignored;
    const bool is_folder = fs::is_directory(*path, ignored);
    const FileKind kind = is_folder ? FileKind::folder : kind_of(*path);
    const bool wanted = is_folder || std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
    if (!wanted || is_hidden(*path)) continue;
    list.cut = list.entries.size() == kMostListed;
    if (list.cut) break;
    list.entries.push_back({*path, words::printable(path->filename().string()), kind});
  }
  if (error) list.failure = "This folder cannot be read to its end: " + error.message();
  std::sort(list.entries.begin(), list.entries.end(), comes_before);
  return list;
}

FileDialog::FileDialog(fs::path within)
    : within_(within.empty() ? std::move(within) : whole_path(within)) {}

void FileDialog::begin(Purpose purpose, const fs::path& folder) {
  purpose_ = purpose;
  saved_kind_ = FileKind::scene;
  is_open_ = true;
  ++count_;
  put_typed("");
  words = {};
  recent_.clear();
  replaced_.reset();
  answer_.reset();
  asks_only_to_replace_ = false;
  base_ = kept_within(whole_path(folder));
}

void FileDialog::put_typed(std::string text) {
  typed = std::move(text);
  ++typed_count_;
}

void FileDialog::ask_to_open(const fs::path& folder, std::vector<fs::path> recent) {
  begin(Purpose::open, folder);
  for (fs::path& each : recent) {
    const bool shown_here = within_.empty() || lies_in(whole_path(each), within_);
    if (shown_here && stands_at(each)) recent_.push_back(std::move(each));
  }
  read();
}

void FileDialog::ask_to_save(const fs::path& folder, std::string name, SceneWords of_scene,
                             FileKind kind) {
  begin(Purpose::save, folder);
  saved_kind_ = kind;
  typed = std::move(name);
  words = std::move(of_scene);
  read();
}

void FileDialog::ask_to_replace(const fs::path& file, SceneWords of_scene) {
  ask_to_save(file.parent_path(), file.filename().string(), std::move(of_scene));
  asks_only_to_replace_ = true;
  enter();
}

void FileDialog::close() {
  is_open_ = false;
  rows_.clear();
  listed_ = {};
}

fs::path FileDialog::kept_within(const fs::path& folder) const {
  return within_.empty() || lies_in(folder, within_) ? folder : within_;
}

fs::path FileDialog::typed_path() const {
  fs::path path = typed;
  if (!typed.empty() && typed.front() == '~') {
    const fs::path home = system::home_folder();
    if (!home.empty()) path = home.string() + typed.substr(1);
  }
  return base_ / path;
}

fs::path FileDialog::typed_folder() const {
  const bool has_folder = fs::path(typed).has_parent_path() || typed.starts_with('~');
  if (!has_folder) return base_;
  const fs::path path = typed_path();
  return kept_within(whole_path(typed == "~" ? path : path.parent_path()));
}

void FileDialog::go_to(const fs::path& folder) {
  base_ = kept_within(whole_path(folder));
  put_typed(purpose_ == Purpose::save ? name_in(typed) : "");
  replaced_.reset();
  read();
}

void FileDialog::go_up() { go_to(listed_.folder.parent_path()); }

void FileDialog::read() {
  std::vector<FileKind> kinds{saved_kind_};
  if (purpose_ == Purpose::open) {
    kinds = {FileKind::scene, FileKind::recording, FileKind::lecture,
             FileKind::array, FileKind::picture,   FileKind::kernel};
  }
  listed_ = list_folder(typed_folder(), kinds);
  fill();
}

void FileDialog::fill() {
  rows_.clear();
  wrong_.clear();
  chosen_by_hand_ = false;
  if (purpose_ == Purpose::open && typed.empty()) {
    for (const fs::path& each : recent_) {
      rows_.push_back({{each, words::printable(each.filename().string()), kind_of(each)}, true});
    }
  }
  const std::string part = purpose_ == Purpose::open ? name_in(typed) : "";
  for (const FolderEntry& entry : listed_.entries) {
    if (name_contains(entry.name, part)) rows_.push_back({entry, false});
  }
  // Names that begin with the typed text come first.
  if (!part.empty()) {
    std::stable_partition(rows_.begin(), rows_.end(),
                          [&](const FileRow& row) { return name_begins_with(row.name, part); });
  }
  chosen_ = purpose_ == Purpose::open && !rows_.empty() ? 0 : -1;
}

void FileDialog::note_typed() {
  replaced_.reset();
  if (typed_folder() != listed_.folder) return read();
  fill();
}

void FileDialog::look_again() {
  std::error_code ignored;
  if (fs::last_write_time(listed_.folder, ignored) == listed_.changed || replaced_) return;
  const int kept = chosen_;
  const std::string said = wrong_;
  read();
  wrong_ = said;
  if (kept < static_cast<int>(rows_.size())) chosen_ = kept;
}

std::string FileDialog::message() const {
  if (!wrong_.empty()) return wrong_;
  if (!listed_.failure.empty()) return listed_.failure;
  if (listed_.cut) return fmt::format("Only {} entries are shown: type a whole name", kMostListed);
  if (!rows_.empty() || purpose_ == Purpose::save) return "";
  const std::string part = name_in(typed);
  if (!part.empty()) return "Nothing here has '" + words::printable(part) + "' in its name";
  return "There is nothing here that Heatwave opens";
}

void FileDialog::choose(int row) {
  if (row < 0 || row >= static_cast<int>(rows_.size())) return;
  chosen_ = row;
  chosen_by_hand_ = true;
  wrong_.clear();
  const FileRow& file = rows_[static_cast<std::size_t>(row)];
  if (purpose_ == Purpose::save && file.kind != FileKind::folder) {
    put_typed(file.path.filename().string());
    base_ = listed_.folder;
  }
}

void FileDialog::move(int by) {
  if (rows_.empty()) return;
  const int last = static_cast<int>(rows_.size()) - 1;
  const int from = chosen_ < 0 ? (by > 0 ? -1 : last + 1) : chosen_;
  choose(std::clamp(from + by, 0, last));
}

void FileDialog::enter() {
  wrong_.clear();
  if (replaced_) return answer(*replaced_, true);
  const bool row = chosen_ >= 0 && chosen_ < static_cast<int>(rows_.size());
  if (row && rows_[static_cast<std::size_t>(chosen_)].kind == FileKind::folder) {
    return go_to(fs::path(rows_[static_cast<std::size_t>(chosen_)].path));
  }
  if (purpose_ == Purpose::open) return enter_to_open();
  enter_to_save();
}

void FileDialog::enter_to_open() {
  const fs::path path = whole_path(typed_path());
  // A completely typed path takes precedence over a row that contains it.
  const bool is_typed =
      !typed.empty() && !chosen_by_hand_ && kept_within(path) == path && stands_at(path);
  if (is_typed && is_folder(path)) return go_to(path);
  if (is_typed) return answer(path, false);
  if (chosen_ >= 0) return answer(rows_[static_cast<std::size_t>(chosen_)].path, false);
  if (!typed.empty()) wrong_ = "There is no '" + words::printable(typed) + "'";
}

void FileDialog::enter_to_save() {
  if (typed.empty() || (name_in(typed).empty() && !is_folder(typed_path()))) {
    wrong_ = "Enter a name";
    return;
  }
  fs::path path = whole_path(typed_path());
  if (is_folder(path)) {
    base_ = kept_within(path);
    put_typed("");
    return read();
  }
  if (kind_of(path) != saved_kind_) {
    path += saved_kind_ == FileKind::kernel ? kKernelEnding : kSceneEnding;
  }
  const fs::path folder = path.parent_path();
  if (kept_within(folder) != folder) {
    wrong_ = "Files are saved in " + shown(within_) + " alone";
  } else if (!is_folder(folder)) {
    wrong_ = "There is no folder " + shown(folder);
  } else if (is_folder(path)) {
    wrong_ = shown(path.filename()) + " is a folder";
  } else if (in_the_way(path)) {
    replaced_ = path;
    put_typed(std::string(typed));  // so that Escape does not restore the old text
    wrong_ = shown(in_the_way(path)->filename()) + " exists. Replace it?";
  } else {
    answer(path, false);
  }
}

void FileDialog::answer(const fs::path& path, bool replace) {
  answer_ = ChosenFile{purpose_, kind_of(path), path, replace, words};
  close();
}

void FileDialog::escape() {
  if (!replaced_ || asks_only_to_replace_) return close();
  replaced_.reset();
  wrong_.clear();
}

std::optional<ChosenFile> FileDialog::take_answer() { return std::exchange(answer_, std::nullopt); }

}  // namespace heatwave::files
