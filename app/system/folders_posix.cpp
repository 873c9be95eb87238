// Queries the environment, /proc and the file system.
#include "app/system/folders.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

namespace heatwave::system {
namespace {

namespace fs = std::filesystem;

/// Returns the folder that an environment variable names. Relative paths are ignored, as the
/// specification of the XDG base directories demands.
fs::path folder_named(const char* variable) {
  const char* value = std::getenv(variable);
  const fs::path path = value == nullptr ? "" : value;
  return path.is_absolute() ? path : fs::path();
}

}  // namespace

fs::path home_folder() { return folder_named("HOME"); }

std::optional<PersonFolders> person_folders() {
  const fs::path home = home_folder();
  const auto folder = [&](const char* variable, const char* in_home) {
    const fs::path named = folder_named(variable);
    if (!named.empty()) return named / "heatwave";
    return home.empty() ? fs::path() : home / in_home / "heatwave";
  };
  const PersonFolders folders{
      folder("XDG_CONFIG_HOME", ".config"), folder("XDG_STATE_HOME", ".local/state"),
      folder("XDG_DATA_HOME", ".local/share"), folder("XDG_CACHE_HOME", ".cache")};
  if (folders.config.empty() || folders.state.empty() || folders.data.empty()) return {};
  return folders;
}

fs::path program_file() {
  std::error_code ignored;
  return fs::read_symlink("/proc/self/exe", ignored);
}

std::error_code why_not_writable(const fs::path& folder) {
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) return std::make_error_code(std::errc::not_a_directory);
  if (::access(folder.c_str(), W_OK | X_OK) == 0) return {};
  return {errno, std::generic_category()};
}

fs::path make_unique_folder(const fs::path& within, const std::string& prefix) {
  std::string name = (within / (prefix + "XXXXXX")).string();
  return ::mkdtemp(name.data()) != nullptr ? fs::path(name) : fs::path();
}

FolderLock::FolderLock(const fs::path& folder)
    : file_(::open((folder / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600)) {
  if (file_.is_open() && ::flock(file_.number(), LOCK_EX | LOCK_NB) != 0) (void)file_.close();
}

}  // namespace heatwave::system
