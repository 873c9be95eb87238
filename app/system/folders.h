// Locations of the user's files and of this program's own, and folders locked by one process.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <system_error>

#include "app/system/handle.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::system {

/// Returns the user's home folder; empty: there is none.
std::filesystem::path home_folder();

struct PersonFolders {
  std::filesystem::path config;  ///< settings
  std::filesystem::path state;   ///< state of the last run
  std::filesystem::path data;    ///< unsaved data
  std::filesystem::path cache;   ///< data that can be made again
};
/// Returns this program's folders by the XDG base directories; none: the user has no home folder.
std::optional<PersonFolders> person_folders();

/// Returns the executable file of this process; empty: unknown.
std::filesystem::path program_file();

/// Returns why no file can be created in a folder; no error: one can.
std::error_code why_not_writable(const std::filesystem::path& folder);

/// Creates a new folder whose name begins with `prefix`. Returns its path; empty: it cannot be
/// created.
std::filesystem::path make_unique_folder(const std::filesystem::path& within,
                                         const std::string& prefix);

/// A folder for temporary files, which is removed with all of them.
class TemporaryFolder : core::NonCopyable {
 public:
  /// Throws core::Error when it cannot be created.
  TemporaryFolder();
  ~TemporaryFolder();
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// A lock on a folder, which ends with the process however that ends.
class FolderLock {
 public:
  FolderLock() = default;  ///< holds no lock
  /// Takes the lock unless another process has it.
  explicit FolderLock(const std::filesystem::path& folder);

  [[nodiscard]] bool is_held() const { return file_.is_open(); }

 private:
  Handle file_;
};

}  // namespace heatwave::system
