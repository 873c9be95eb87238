// A folder's contents for display: folders first, sorted by name, no hidden files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/files/file_kind.h"

namespace heatwave::files {

struct FolderEntry {
  std::filesystem::path path;
  std::string name;  ///< printable form of the name
  FileKind kind = FileKind::other;
};

struct FolderList {
  std::filesystem::path folder;
  std::vector<FolderEntry> entries;
  std::string failure;  ///< why it cannot be read; empty: it can
  bool cut = false;     ///< the folder has more entries than are listed
  std::filesystem::file_time_type changed{};
};

/// Limit of listed entries; a folder of a sequence may have many more.
inline constexpr std::size_t kMostListed = 5000;

/// Lists folders, and files of these kinds.
FolderList list_folder(const std::filesystem::path& folder, const std::vector<FileKind>& kinds);

/// Return whether the name contains the text, or begins with it; case does not matter.
bool has_in_name(const std::string& name, const std::string& text);
bool begins_with(const std::string& name, const std::string& text);

}  // namespace heatwave::files
