// Translates handles and errors of Windows.
#include "app/system/api_windows.h"

#include <windows.h>

#include <fcntl.h>
#include <io.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace heatwave::system {

int errno_of(unsigned long error) {
  switch (error) {
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
    case ERROR_USER_MAPPED_FILE:
      return EACCES;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS:
      return EEXIST;
    case ERROR_HANDLE_DISK_FULL:
    case ERROR_DISK_FULL:
      return ENOSPC;
    case ERROR_INVALID_NAME:
    case ERROR_BAD_PATHNAME:
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
      return ENOENT;
    default:
      break;
  }
  const std::error_condition condition =
      std::system_category().default_error_condition(static_cast<int>(error));
  return condition.category() == std::generic_category() ? condition.value() : EIO;
}

void* system_handle(const Handle& file) {
  return reinterpret_cast<HANDLE>(::_get_osfhandle(file.number()));
}

Handle owned(void* system_handle) {
  const int number = ::_open_osfhandle(reinterpret_cast<intptr_t>(system_handle), _O_BINARY);
  if (number < 0) ::CloseHandle(system_handle);
  return Handle(number);
}

unsigned long retried(unsigned long (*attempt)(void*), void* with) {
  constexpr DWORD kPause_ms = 20;
  constexpr int kMostTries = 50;
  DWORD error = attempt(with);
  for (int tries = 1;
       tries < kMostTries && (error == ERROR_SHARING_VIOLATION || error == ERROR_LOCK_VIOLATION);
       ++tries) {
    ::Sleep(kPause_ms);
    error = attempt(with);
  }
  return error;
}

bool Handle::close() {
  const int number = std::exchange(number_, -1);
  return number < 0 || ::_close(number) == 0;
}

}  // namespace heatwave::system
