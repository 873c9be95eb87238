// Gives files their names when they are complete, and lets others grow under theirs.
#include "app/system/write_files.h"

#include <fmt/format.h>

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "app/system/part_file.h"
#include "kernels/core/error.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::system {
namespace {

namespace fs = std::filesystem;

/// Makes the missing folders above a path and removes them again unless they are kept. A symbolic
/// link that leads nowhere is not missing: what it leads to may be a disk that is not mounted.
class MadeFolders : core::NonCopyable {
 public:
  explicit MadeFolders(const fs::path& path) : MadeFolders() {
    std::vector<fs::path> missing;
    std::error_code error;
    for (fs::path at = path.parent_path();
         !at.empty() && !fs::exists(fs::symlink_status(at, error)) && at != at.parent_path();
         at = at.parent_path()) {
      missing.push_back(at);
    }
    made_.reserve(missing.size());  // without memory, a folder that was made could not be noted
    for (; !missing.empty(); missing.pop_back()) {
      if (fs::create_directory(missing.back(), error)) made_.push_back(std::move(missing.back()));
      if (error) fail_to_write(path, error.default_error_condition().value());
    }
  }
  ~MadeFolders() {
    if (kept_) return;
    std::error_code ignored;
    for (; !made_.empty(); made_.pop_back()) fs::remove(made_.back(), ignored);
  }

  void keep() { kept_ = true; }

 private:
  MadeFolders() = default;  // the destructor also runs if the delegating constructor throws

  std::vector<fs::path> made_;
  bool kept_ = false;
};

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

/// Returns the name of a special file's kind for messages.
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

void fail_to_write(const fs::path& path, int error) {
  throw core::Error(
      fmt::format("cannot write '{}': {}", path.string(), std::generic_category().message(error)));
}

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

std::uint64_t GrowingFile::bytes() const { return size_of(handle()); }

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
      file_(open_to_append(path_)),
      size_(first_line.size()) {
  if (!file_.is_open()) fail_to_write(path_, errno);
}

void LogFile::append(std::string_view line) {
  try {
    write_all(path_, bytes_of(line), file_);
  } catch (...) {
    // Removes an incomplete line. If that fails, readers ignore it.
    cut(file_, size_);
    throw;
  }
  size_ += line.size();
}

void LogFile::close() {
  // Some file systems report a full disk only at this point.
  if (!file_.close()) fail_to_write(path_, errno);
}

}  // namespace heatwave::system
