// Opens files and reads folders by the Windows API.
#include "app/system/read_files.h"

#include <windows.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <utility>

#include "app/system/api_windows.h"

namespace heatwave::system {
namespace {

std::string message_of(DWORD error) { return std::generic_category().message(errno_of(error)); }

/// An open search for the entries of a folder.
struct Search {
  HANDLE handle = INVALID_HANDLE_VALUE;
  WIN32_FIND_DATAW entry{};
  bool has_entry = false;
};

}  // namespace

PlainFile::PlainFile(const std::filesystem::path& path) : path_(path) {
  const DWORD attributes = ::GetFileAttributesW(path.c_str());
  if (attributes == INVALID_FILE_ATTRIBUTES) {
    const DWORD error = ::GetLastError();
    if (errno_of(error) == ENOENT) refuse_file(path, "does not exist");
    refuse_file(path, "cannot be read: " + message_of(error));
  }
  if ((attributes & (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_DEVICE)) != 0) {
    refuse_file(path, "is not a file");
  }
  HANDLE file = INVALID_HANDLE_VALUE;
  const DWORD error = retried([&]() -> unsigned long {
    file = ::CreateFileW(path.c_str(), GENERIC_READ,
                         FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                         OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
    return file != INVALID_HANDLE_VALUE ? 0 : ::GetLastError();
  });
  if (error != 0) refuse_file(path, "cannot be read: " + message_of(error));
  file_ = owned(file);
  if (!file_.is_open())
    refuse_file(path, "cannot be read: " + message_of(ERROR_TOO_MANY_OPEN_FILES));
  LARGE_INTEGER size{};
  // The console and devices such as NUL are opened by their names, too.
  if (::GetFileType(file) != FILE_TYPE_DISK || ::GetFileSizeEx(file, &size) == 0) {
    refuse_file(path, "is not a file");
  }
  size_ = static_cast<std::uint64_t>(size.QuadPart);
}

std::size_t PlainFile::read(void* to, std::size_t bytes) {
  constexpr std::size_t kMost = 1U << 30U;
  const HANDLE file = system_handle(file_);
  std::size_t done = 0;
  while (done < bytes) {
    DWORD got = 0;
    if (::ReadFile(file, static_cast<char*>(to) + done,
                   static_cast<DWORD>(std::min(bytes - done, kMost)), &got, nullptr) == 0) {
      refuse_file(path_, "cannot be read: " + message_of(::GetLastError()));
    }
    if (got == 0) break;
    done += got;
  }
  return done;
}

void FolderReader::Close::operator()(void* folder) const {
  auto* const search = static_cast<Search*>(folder);
  ::FindClose(search->handle);
  delete search;
}

FolderReader::FolderReader(std::filesystem::path folder, std::error_code& error)
    : folder_(std::move(folder)) {
  auto search = std::make_unique<Search>();
  search->handle = ::FindFirstFileW((folder_ / "*").c_str(), &search->entry);
  error = {};
  if (search->handle != INVALID_HANDLE_VALUE) {
    search->has_entry = true;
    open_.reset(search.release());
    return;
  }
  error.assign(errno_of(::GetLastError()), std::generic_category());
}

std::optional<std::filesystem::path> FolderReader::next(std::error_code& error) {
  auto* const search = static_cast<Search*>(open_.get());
  while (search != nullptr && search->has_entry) {
    const std::wstring name = search->entry.cFileName;
    search->has_entry = ::FindNextFileW(search->handle, &search->entry) != 0;
    if (!search->has_entry && ::GetLastError() != ERROR_NO_MORE_FILES) {
      error.assign(errno_of(::GetLastError()), std::generic_category());
    }
    if (name != L"." && name != L"..") return folder_ / name;
  }
  return {};
}

}  // namespace heatwave::system
