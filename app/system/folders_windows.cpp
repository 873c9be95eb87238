// Queries the environment and the file system of Windows.
#include "app/system/folders.h"

#include <windows.h>

#include <cstdlib>
#include <random>

#include "app/system/api_windows.h"

namespace heatwave::system {
namespace {

namespace fs = std::filesystem;

/// Returns the folder that an environment variable names. Relative paths are ignored.
fs::path folder_named(const wchar_t* variable) {
  const wchar_t* value = ::_wgetenv(variable);
  const fs::path path = value == nullptr ? L"" : value;
  return path.is_absolute() ? path : fs::path();
}

}  // namespace

fs::path home_folder() { return folder_named(L"USERPROFILE"); }

std::optional<PersonFolders> person_folders() {
  const fs::path roaming = folder_named(L"APPDATA");
  const fs::path local = folder_named(L"LOCALAPPDATA");
  const auto folder = [](const wchar_t* variable, const fs::path& usual) {
    const fs::path named = folder_named(variable);
    return named.empty() ? usual : named / "heatwave";
  };
  const auto within = [](const fs::path& of_all, const char* name) {
    return of_all.empty() ? fs::path() : of_all / "heatwave" / name;
  };
  // The variables of other systems move these folders here, too.
  const PersonFolders folders{
      folder(L"XDG_CONFIG_HOME", roaming.empty() ? fs::path() : roaming / "heatwave"),
      folder(L"XDG_STATE_HOME", within(local, "state")),
      folder(L"XDG_DATA_HOME", within(local, "data")),
      folder(L"XDG_CACHE_HOME", within(local, "cache"))};
  if (folders.config.empty() || folders.state.empty() || folders.data.empty()) return {};
  return folders;
}

fs::path program_file() {
  std::wstring name(MAX_PATH, L'\0');
  for (;;) {
    const DWORD length =
        ::GetModuleFileNameW(nullptr, name.data(), static_cast<DWORD>(name.size()));
    if (length == 0) return {};
    if (length < name.size()) {
      name.resize(length);
      return name;
    }
    name.resize(2 * name.size());
  }
}

std::error_code why_not_writable(const fs::path& folder) {
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) return std::make_error_code(std::errc::not_a_directory);
  // Only a file that is created shows what the folder's access list allows.
  const fs::path name = folder / (L".heatwave-" + std::to_wstring(::GetCurrentProcessId()));
  const HANDLE file = ::CreateFileW(name.c_str(), GENERIC_WRITE | DELETE, 0, nullptr, CREATE_NEW,
                                    FILE_ATTRIBUTE_HIDDEN | FILE_FLAG_DELETE_ON_CLOSE, nullptr);
  if (file == INVALID_HANDLE_VALUE) {
    return {errno_of(::GetLastError()), std::generic_category()};
  }
  ::CloseHandle(file);
  return {};
}

fs::path make_unique_folder(const fs::path& within, const std::string& prefix) {
  constexpr int kMostTries = 1000;
  std::random_device random;
  for (int tries = 0; tries < kMostTries; ++tries) {
    fs::path path = within / (prefix + std::to_string(random()));
    std::error_code error;
    if (fs::create_directory(path, error)) return path;
    if (error) break;
  }
  return {};
}

FolderLock::FolderLock(const fs::path& folder) {
  // A file that is shared with no other program is the lock.
  const HANDLE file = ::CreateFileW((folder / "lock").c_str(), GENERIC_READ | GENERIC_WRITE, 0,
                                    nullptr, OPEN_ALWAYS, FILE_FLAG_OPEN_REPARSE_POINT, nullptr);
  if (file != INVALID_HANDLE_VALUE) file_ = owned(file);
}

}  // namespace heatwave::system
