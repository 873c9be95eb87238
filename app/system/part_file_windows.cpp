// A file is written under a hidden name and vanishes with the process, until it gets its final
// name.
#include <windows.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <utility>

#include "app/system/api_windows.h"
#include "app/system/part_file.h"

namespace heatwave::system {
namespace {

namespace fs = std::filesystem;

constexpr DWORD kShared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
constexpr int kMostTries = 10'000;

/// Tells the system whether the file is to be removed when it is closed, also by the end of this
/// process.
void vanish(const Handle& file, bool when_closed) {
  FILE_DISPOSITION_INFO disposition{};
  disposition.DeleteFile = when_closed ? 1 : 0;
  (void)::SetFileInformationByHandle(system_handle(file), FileDispositionInfo, &disposition,
                                     sizeof disposition);
}

/// Returns an error code of Windows; 0: the file has the new name.
DWORD rename(const fs::path& from, const fs::path& to, DWORD flags) {
  return retried([&]() -> unsigned long {
    if (::MoveFileExW(from.c_str(), to.c_str(), flags) != 0) return 0;
    const DWORD error = ::GetLastError();
    // A file that another program has open is said to be denied.
    return flags != 0 && error == ERROR_ACCESS_DENIED ? ERROR_SHARING_VIOLATION : error;
  });
}

}  // namespace

PartFile::PartFile(fs::path final_path) : final_path_(std::move(final_path)) {
  static std::atomic<unsigned> count{0};
  const fs::path folder = final_path_.parent_path();
  DWORD error = ERROR_FILE_EXISTS;
  for (int tries = 0; error == ERROR_FILE_EXISTS && tries < kMostTries; ++tries) {
    fs::path name = hidden_part(folder, ::GetCurrentProcessId(), ++count);
    const HANDLE file = ::CreateFileW(name.c_str(), GENERIC_WRITE | FILE_READ_ATTRIBUTES | DELETE,
                                      kShared, nullptr, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, nullptr);
    error = file != INVALID_HANDLE_VALUE ? 0 : ::GetLastError();
    if (error != 0) continue;
    file_ = owned(file);
    if (!file_.is_open()) fail_to_write(final_path_, errno);
    hidden_name_ = std::move(name);
  }
  if (error != 0) fail_to_write(final_path_, errno_of(error));
  vanish(file_, true);
}

PartFile::~PartFile() {
  if (hidden_name_.empty()) return;
  vanish(file_, true);
  (void)file_.close();
  ::DeleteFileW(hidden_name_.c_str());  // for a child process it was reopened and did not vanish
}

bool PartFile::complete() const { return true; }  // a full disk fails the write itself

bool PartFile::take_name(const fs::path& path) {
  vanish(file_, false);
  const DWORD error = rename(hidden_name_, path, 0);
  if (error == ERROR_ALREADY_EXISTS || error == ERROR_FILE_EXISTS) return false;
  if (error != 0) fail_to_write(path, errno_of(error));
  hidden_name_.clear();
  return true;
}

void PartFile::replace() {
  vanish(file_, false);
  const DWORD error = rename(hidden_name_, final_path_, MOVEFILE_REPLACE_EXISTING);
  if (error != 0) fail_to_write(final_path_, errno_of(error));
  hidden_name_.clear();
}

void write_all(const fs::path& path, std::span<const std::uint8_t> bytes, const Handle& file,
               std::int64_t offset) {
  constexpr std::size_t kMost = 1U << 30U;
  const HANDLE to = system_handle(file);
  while (!bytes.empty()) {
    // Without an offset, by the offset that stands for the end.
    OVERLAPPED at{};
    at.Offset = static_cast<DWORD>(offset);
    at.OffsetHigh = static_cast<DWORD>(offset >> 32U);
    DWORD written = 0;
    if (::WriteFile(to, bytes.data(), static_cast<DWORD>(std::min(bytes.size(), kMost)), &written,
                    &at) == 0) {
      fail_to_write(path, errno_of(::GetLastError()));
    }
    if (written == 0) fail_to_write(path, ENOSPC);
    bytes = bytes.subspan(written);
    if (offset >= 0) offset += written;
  }
}

Handle open_to_append(const fs::path& path) {
  const HANDLE file = ::CreateFileW(path.c_str(), GENERIC_WRITE, kShared, nullptr, OPEN_EXISTING,
                                    FILE_FLAG_OPEN_REPARSE_POINT, nullptr);
  if (file != INVALID_HANDLE_VALUE) return owned(file);
  errno = errno_of(::GetLastError());
  return {};
}

std::uint64_t size_of(const Handle& file) {
  LARGE_INTEGER size{};
  if (::GetFileSizeEx(system_handle(file), &size) == 0) return 0;
  return static_cast<std::uint64_t>(size.QuadPart);
}

void cut(const Handle& file, std::uint64_t size) {
  LARGE_INTEGER to{};
  to.QuadPart = static_cast<LONGLONG>(size);
  if (::SetFilePointerEx(system_handle(file), to, nullptr, FILE_BEGIN) != 0) {
    (void)::SetEndOfFile(system_handle(file));
  }
}

}  // namespace heatwave::system
