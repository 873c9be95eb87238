// Writes whole files: a hidden one beside the final name, then one rename.
#include "app/export/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "app/export/part_file.h"
#include "kernels/core/error.h"

namespace heatwave::exporting {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& path, int error) {
  throw core::Error(
      fmt::format("cannot write '{}': {}", path.string(), std::generic_category().message(error)));
}

/// The folders above a path that were not there; removed again unless they are kept.
class MadeFolders {
 public:
  explicit MadeFolders(const fs::path& path) {
    const fs::path parent = path.parent_path();
    std::error_code ignored;
    for (fs::path at = parent; !at.empty() && !fs::exists(at, ignored) && at != at.parent_path();
         at = at.parent_path()) {
      missing_.push_back(at);
    }
    if (missing_.empty()) return;
    std::error_code error;
    fs::create_directories(parent, error);
    if (!error) return;
    remove();
    fail(path, error.value());
  }
  ~MadeFolders() {
    if (!kept_) remove();
  }
  MadeFolders(const MadeFolders&) = delete;
  MadeFolders& operator=(const MadeFolders&) = delete;
  MadeFolders(MadeFolders&&) = delete;
  MadeFolders& operator=(MadeFolders&&) = delete;

  void keep() { kept_ = true; }

 private:
  void remove() {
    for (const fs::path& folder : missing_) ::rmdir(folder.c_str());
  }

  std::vector<fs::path> missing_;
  bool kept_ = false;
};

void write_all(PartFile& file, const fs::path& path, std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file.descriptor(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(path, errno);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void replace(PartFile& file, const fs::path& path) {
  require_replaceable(path);
  if (::rename(file.path().c_str(), path.c_str()) != 0) fail(path, errno);
  file.keep();
}

bool is_unsupported(int error) {
  return error == EINVAL || error == ENOSYS || error == EPERM || error == EOPNOTSUPP;
}

/// Where a file system can neither rename without replacing nor link: an empty file claims the
/// name, and is then replaced.
bool claim_name(PartFile& file, const fs::path& path) {
  const int claim = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (claim < 0 && errno == EEXIST) return false;
  if (claim < 0) fail(path, errno);
  ::close(claim);
  if (::rename(file.path().c_str(), path.c_str()) == 0) {
    file.keep();
    return true;
  }
  const int error = errno;
  ::unlink(path.c_str());
  fail(path, error);
}

/// False when the name is taken; no other program can come in between.
bool take_name(PartFile& file, const fs::path& path) {
  const char* const part = file.path().c_str();
  int error =
      ::renameat2(AT_FDCWD, part, AT_FDCWD, path.c_str(), RENAME_NOREPLACE) == 0 ? 0 : errno;
  if (error == 0) file.keep();
  // This file system cannot rename without replacing; a second link cannot replace either.
  if (is_unsupported(error)) error = ::link(part, path.c_str()) == 0 ? 0 : errno;
  if (is_unsupported(error)) return claim_name(file, path);
  if (error == EEXIST) return false;
  if (error != 0) fail(path, error);
  return true;
}

fs::path take_fresh_name(PartFile& file, const fs::path& path) {
  if (take_name(file, path)) return path;
  for (int number = 2;; ++number) {
    fs::path numbered = path;
    numbered.replace_filename(
        fmt::format("{}-{}{}", path.stem().string(), number, path.extension().string()));
    if (take_name(file, numbered)) return numbered;
  }
}

fs::path name_file(PartFile& file, const fs::path& path, Naming naming) {
  switch (naming) {
    case Naming::replacing:
      replace(file, path);
      return path;
    case Naming::fresh:
      return take_fresh_name(file, path);
    case Naming::exact:
      break;
  }
  if (!take_name(file, path)) {
    throw core::Error(fmt::format("'{}' exists already and is not overwritten", path.string()));
  }
  return path;
}

/// What something that is no plain file is called in a message.
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
  write_all(impl_->file, impl_->path, bytes);
}

void GrowingFile::overwrite(std::int64_t offset, std::span<const std::uint8_t> bytes) {
  const ssize_t written =
      ::pwrite(impl_->file.descriptor(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
  if (written < 0) fail(impl_->path, errno);
  if (static_cast<std::size_t>(written) != bytes.size()) fail(impl_->path, ENOSPC);
}

const fs::path& GrowingFile::part() const { return impl_->file.path(); }

fs::path GrowingFile::finish() {
  if (!impl_->file.complete()) fail(impl_->path, errno);
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

std::span<const std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

}  // namespace heatwave::exporting
