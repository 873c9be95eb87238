// Reads folders without an exception for what cannot be read.
#include "app/files/folder_list.h"

#include <algorithm>
#include <optional>
#include <system_error>

#include "app/system/read_files.h"
#include "app/words/word_lists.h"

namespace heatwave::files {
namespace fs = std::filesystem;
namespace {

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

}  // namespace

bool has_in_name(const std::string& name, const std::string& text) {
  return in_small_letters(name).find(in_small_letters(text)) != std::string::npos;
}

bool begins_with(const std::string& name, const std::string& text) {
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

}  // namespace heatwave::files
