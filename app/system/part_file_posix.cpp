// A file is written without a name, which it gets at the end.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <string>
#include <utility>

#include "app/system/part_file.h"

namespace heatwave::system {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kReadableByAll = 0666;
constexpr int kMostTries = 10'000;

fs::path folder_of(const fs::path& path) {
  const fs::path folder = path.parent_path();
  return folder.empty() ? fs::path(".") : folder;
}

/// Calls `take` with hidden names in the folder until one is free. `take` returns an errno; 0: it
/// has taken the name. Returns the name.
template <typename Take>
fs::path take_hidden_name(const fs::path& final_path, Take take) {
  static std::atomic<unsigned> count{0};
  int error = EEXIST;
  for (int tries = 0; error == EEXIST && tries < kMostTries; ++tries) {
    fs::path name =
        hidden_part(folder_of(final_path), static_cast<std::uint64_t>(::getpid()), ++count);
    error = take(name);
    if (error == 0) return name;
  }
  fail_to_write(final_path, error);
}

int link_to(const fs::path& link, const fs::path& name) {
  const int done = ::linkat(AT_FDCWD, link.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW);
  return done == 0 ? 0 : errno;
}

bool is_unsupported(int error) {
  return error == EINVAL || error == ENOSYS || error == EPERM || error == EOPNOTSUPP;
}

}  // namespace

PartFile::PartFile(fs::path final_path) : final_path_(std::move(final_path)) {
  constexpr int kWriting = O_WRONLY | O_CLOEXEC;
  file_ = Handle(::open(folder_of(final_path_).c_str(), kWriting | O_TMPFILE, kReadableByAll));
  if (file_.is_open()) {
    link_ = fmt::format("/proc/self/fd/{}", file_.number());
    if (::access(link_.c_str(), F_OK) == 0) return;
    link_.clear();  // without /proc an unnamed file cannot get a name
  }
  hidden_name_ = take_hidden_name(final_path_, [this](const fs::path& name) {
    file_ = Handle(::open(name.c_str(), kWriting | O_CREAT | O_EXCL, kReadableByAll));
    return file_.is_open() ? 0 : errno;
  });
}

PartFile::~PartFile() {
  if (!hidden_name_.empty()) ::unlink(hidden_name_.c_str());
}

bool PartFile::complete() const {
  // Closing a copy of the handle reports the same errors, and the file stays open.
  Handle copy(::dup(file_.number()));
  return copy.is_open() && copy.close();
}

/// On file systems that can neither rename without replacing nor link, an empty file claims the
/// name and is then replaced.
bool PartFile::claim_name(const fs::path& path) {
  const Handle claim(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kReadableByAll));
  if (!claim.is_open() && errno == EEXIST) return false;
  if (!claim.is_open()) fail_to_write(path, errno);
  if (::rename(hidden_name_.c_str(), path.c_str()) == 0) {
    hidden_name_.clear();
    return true;
  }
  const int error = errno;
  ::unlink(path.c_str());
  fail_to_write(path, error);
}

bool PartFile::take_name(const fs::path& path) {
  const bool is_named = !hidden_name_.empty();
  const char* const part = hidden_name_.c_str();
  int error = 0;
  if (!is_named) {
    error = link_to(link_, path);
  } else if (::renameat2(AT_FDCWD, part, AT_FDCWD, path.c_str(), RENAME_NOREPLACE) == 0) {
    hidden_name_.clear();
  } else {
    error = errno;
    // This file system cannot rename without replacing; a second link never replaces.
    if (is_unsupported(error)) error = ::link(part, path.c_str()) == 0 ? 0 : errno;
    if (is_unsupported(error)) return claim_name(path);
  }
  if (error == EEXIST) return false;
  if (error != 0) fail_to_write(path, error);
  return true;
}

void PartFile::replace() {
  // A link never replaces, so the file first gets a hidden name, which is then renamed.
  if (hidden_name_.empty()) {
    hidden_name_ = take_hidden_name(final_path_,
                                    [this](const fs::path& name) { return link_to(link_, name); });
  }
  if (::rename(hidden_name_.c_str(), final_path_.c_str()) != 0) fail_to_write(final_path_, errno);
  hidden_name_.clear();
}

void write_all(const fs::path& path, std::span<const std::uint8_t> bytes, const Handle& file,
               std::int64_t offset) {
  while (!bytes.empty()) {
    const ssize_t written = offset < 0
                                ? ::write(file.number(), bytes.data(), bytes.size())
                                : ::pwrite(file.number(), bytes.data(), bytes.size(), offset);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail_to_write(path, errno);
    if (written == 0) fail_to_write(path, ENOSPC);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
    if (offset >= 0) offset += written;
  }
}

Handle open_to_append(const fs::path& path) {
  return Handle(::open(path.c_str(), O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC));
}

std::uint64_t size_of(const Handle& file) {
  struct stat facts {};
  return ::fstat(file.number(), &facts) == 0 ? static_cast<std::uint64_t>(facts.st_size) : 0;
}

void cut(const Handle& file, std::uint64_t size) {
  (void)!::ftruncate(file.number(), static_cast<off_t>(size));
}

}  // namespace heatwave::system
