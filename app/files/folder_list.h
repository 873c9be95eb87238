// What lies in a folder, as a person looks for it: folders first, by their names, nothing hidden.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/files/file_kind.h"

namespace heatwave::files {

struct FolderEntry {
  std::filesystem::path path;
  std::string name;  ///< as it can be shown
  FileKind kind = FileKind::other;
};

struct FolderList {
  std::filesystem::path folder;
  std::vector<FolderEntry> entries;
  std::string failure;  ///< why it cannot be read, in words; empty: it can
  bool cut = false;     ///< it holds more than are listed
  std::filesystem::file_time_type changed{};
};

/// More than anybody looks through; a folder of a sequence may hold far more files.
inline constexpr std::size_t kMostListed = 5000;

/// Folders, and files of these kinds.
FolderList list_folder(const std::filesystem::path& folder, const std::vector<FileKind>& kinds);

/// Whether the text is in the name, or the name begins with it; capitals or not.
bool has_in_name(const std::string& name, const std::string& text);
bool begins_with(const std::string& name, const std::string& text);

}  // namespace heatwave::files
