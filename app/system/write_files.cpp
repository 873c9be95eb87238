// A file is written without a name, which it gets at the end.
#include "app/system/write_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "kernels/core/error.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::system {
namespace {

namespace fs = std::filesystem;

/// Throws core::Error: "cannot write 'path': " and the system's words for `error`, an errno.
[[noreturn]] void fail_to_write(const fs::path& path, int error) {
  throw core::Error(
      fmt::format("cannot write '{}': {}", path.string(), std::generic_category().message(error)));
}

constexpr mode_t kReadableByAll = 0666;
constexpr int kMostTries = 10'000;

fs::path folder_of(const fs::path& path) {
  const fs::path folder = path.parent_path();
  return folder.empty() ? fs::path(".") : folder;
}

/// Calls `take` with one hidden name in the folder after the other while the name is taken. `take`
/// returns an errno; 0: it has taken the name. Returns the name.
template <typename Take>
fs::path take_hidden_name(const fs::path& final_path, Take take) {
  static std::atomic<unsigned> count{0};
  int error = EEXIST;
  for (int tries = 0; error == EEXIST && tries < kMostTries; ++tries) {
    fs::path name =
        folder_of(final_path) / fmt::format(".heatwave-{}-{}.part", ::getpid(), ++count);
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

/// A file that is being written and does not have its final name yet. It has no name, so that it
/// vanishes with the process however that ends. On a file system without unnamed files (NFS, FAT)
/// it has a hidden name in the folder of its final name; the destructor removes that one.
class PartFile : core::NonCopyable {
 public:
  /// Throws core::Error when no file can be written in the folder of `final_path`.
  explicit PartFile(fs::path final_path);
  ~PartFile();

  [[nodiscard]] const Handle& handle() const { return file_; }
  /// Whether the file system has accepted all that was written: some report a full disk only when
  /// a file is closed. Sets errno when it is false.
  [[nodiscard]] bool complete() const;
  /// Gives the file this name, in the folder of its final name. Returns false when the name is
  /// taken; two programs never get the same one. Throws core::Error.
  [[nodiscard]] bool take_name(const fs::path& path);
  /// Gives the file its final name and replaces the file that had it. Throws core::Error.
  void replace();

 private:
  [[nodiscard]] bool claim_name(const fs::path& path);

  fs::path final_path_;
  fs::path link_;         ///< the handle's name under /proc; empty: the file has a name
  fs::path hidden_name_;  ///< empty: the file has none, or has its final name
  Handle file_;
};

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

/// An empty file claims the name and is then replaced, on file systems that can neither rename
/// without replacing nor link.
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

/// Makes the missing folders above a path and removes them again unless they are kept.
class MadeFolders : core::NonCopyable {
 public:
  explicit MadeFolders(const fs::path& path) : MadeFolders() {
    const fs::path parent = path.parent_path();
    std::error_code ignored;
    for (fs::path at = parent; !at.empty() && !fs::exists(at, ignored) && at != at.parent_path();
         at = at.parent_path()) {
      missing_.push_back(at);
    }
    if (missing_.empty()) return;
    std::error_code error;
    fs::create_directories(parent, error);
    if (error) fail_to_write(path, error.value());
  }
  ~MadeFolders() {
    if (kept_) return;
    for (const fs::path& folder : missing_) ::rmdir(folder.c_str());
  }

  void keep() { kept_ = true; }

 private:
  MadeFolders() = default;  // complete here: the destructor runs where the other constructor throws

  std::vector<fs::path> missing_;
  bool kept_ = false;
};

/// Writes all of the bytes, at `offset`; -1: where the file ends. Throws core::Error.
void write_all(const fs::path& path, std::span<const std::uint8_t> bytes, const Handle& file,
               off_t offset = -1) {
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

std::span<const std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

fs::path take_fresh_name(PartFile& file, const fs::path& path) {
  fs::path name = path;
  for (int number = 2; !file.take_name(name); ++number) {
    name.replace_filename(
        fmt::format("{}-{}{}", path.stem().string(), number, path.extension().string()));
  }
  return name;
}

fs::path name_file(PartFile& file, fs::path path, Naming naming) {
  switch (naming) {
    case Naming::replacing:
      require_replaceable(path);
      file.replace();
      return path;
    case Naming::fresh:
      return take_fresh_name(file, path);
    case Naming::exact:
      break;
  }
  if (!file.take_name(path)) {
    throw core::Error(fmt::format("'{}' exists already and is not overwritten", path.string()));
  }
  return path;
}

/// Returns the words by which a message names a file that is not a plain one.
const char* kind_of(fs::file_type type) {
  switch (type) {
    case fs::file_type::directory:
      return "a folder";
    case fs::file_type::block:
    case fs::file_type::character:
      return "a device";
    case fs::file_type::fifo:
      return "a FIFO";
    case fs::file_type::socket:
      return "a socket";
    case fs::file_type::none:
    case fs::file_type::not_found:
    case fs::file_type::regular:
    case fs::file_type::symlink:
    case fs::file_type::unknown:
      break;
  }
  return "something else";
}

}  // namespace

void require_replaceable(const fs::path& path) {
  std::error_code error;
  const fs::file_status link = fs::symlink_status(path, error);
  if (!fs::exists(link) || fs::is_regular_file(link)) return;
  const bool is_link = fs::is_symlink(link);
  const fs::file_status behind = is_link ? fs::status(path, error) : link;
  if (fs::is_regular_file(behind)) return;
  const std::string what = !is_link ? kind_of(behind.type())
                           : fs::exists(behind)
                               ? fmt::format("a symbolic link to {}", kind_of(behind.type()))
                               : std::string("a symbolic link that leads nowhere");
  throw core::Error(
      fmt::format("'{}' is {}; only a plain file is ever replaced", path.string(), what));
}

struct GrowingFile::Impl {
  fs::path path;
  Naming naming;
  MadeFolders folders;
  PartFile file;
};

GrowingFile::GrowingFile(const fs::path& path, Naming naming)
    : impl_(new Impl{path, naming, MadeFolders(path), PartFile(path)}) {}
GrowingFile::~GrowingFile() = default;

void GrowingFile::append(std::span<const std::uint8_t> bytes) {
  write_all(impl_->path, bytes, handle());
}

void GrowingFile::append(std::string_view text) { append(bytes_of(text)); }

void GrowingFile::overwrite(std::int64_t offset, std::span<const std::uint8_t> bytes) {
  write_all(impl_->path, bytes, handle(), offset);
}

const Handle& GrowingFile::handle() const { return impl_->file.handle(); }

std::uint64_t GrowingFile::bytes() const {
  struct stat facts {};
  return ::fstat(handle().number(), &facts) == 0 ? static_cast<std::uint64_t>(facts.st_size) : 0;
}

fs::path GrowingFile::finish() {
  if (!impl_->file.complete()) fail_to_write(impl_->path, errno);
  fs::path name = name_file(impl_->file, impl_->path, impl_->naming);
  impl_->folders.keep();
  return name;
}

fs::path write_whole_file(const fs::path& path, std::span<const std::uint8_t> bytes,
                          Naming naming) {
  GrowingFile file(path, naming);
  file.append(bytes);
  return file.finish();
}

fs::path write_whole_text(const fs::path& path, std::string_view text, Naming naming) {
  return write_whole_file(path, bytes_of(text), naming);
}

LogFile::LogFile(const fs::path& path, std::string_view first_line, Naming naming)
    : path_(write_whole_text(path, first_line, naming)),
      file_(::open(path_.c_str(), O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC)),
      size_(first_line.size()) {
  if (!file_.is_open()) fail_to_write(path_, errno);
}

void LogFile::append(std::string_view line) {
  try {
    write_all(path_, bytes_of(line), file_);
  } catch (...) {
    // A part of a line is of no use. Where it cannot be cut off, readers pass over it.
    (void)!::ftruncate(file_.number(), static_cast<off_t>(size_));
    throw;
  }
  size_ += line.size();
}

void LogFile::close() {
  // Some file systems tell only now that the disk is full.
  if (!file_.close()) fail_to_write(path_, errno);
}

}  // namespace heatwave::system
