// Where the person's files and the program's own lie, and folders that one process has for itself.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <system_error>

#include "app/system/handle.h"

namespace heatwave::system {

/// The person's home folder; empty: there is none.
std::filesystem::path home_folder();

struct PersonFolders {
  std::filesystem::path config;  ///< settings
  std::filesystem::path state;   ///< what was done last
  std::filesystem::path data;    ///< what was not saved yet
};
/// This program's own, by the XDG base directories; none where the person has no home folder.
std::optional<PersonFolders> person_folders();

/// The file that this process runs; empty: the system does not tell it.
std::filesystem::path program_file();

/// Why no file can be made in a folder; no error: one can.
std::error_code why_not_writable(const std::filesystem::path& folder);

/// Makes a folder whose name begins with `prefix` and was not there before. Returns its path;
/// empty: it cannot be made.
std::filesystem::path make_unique_folder(const std::filesystem::path& within,
                                         const std::string& prefix);

/// A lock on a folder, which ends with the process however that ends.
class FolderLock {
 public:
  FolderLock() = default;  ///< holds nothing
  /// Takes the lock unless another process has it.
  explicit FolderLock(const std::filesystem::path& folder);

  [[nodiscard]] bool is_held() const { return file_.is_open(); }

 private:
  Handle file_;
};

}  // namespace heatwave::system
