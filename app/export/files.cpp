// Whole files: written without a name, which they get at the end.
#include "app/export/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/export/part_file.h"
#include "kernels/core/error.h"

namespace heatwave::exporting {
namespace {

namespace fs = std::filesystem;

/// Makes the missing folders above a path and removes them again unless they are kept.
class MadeFolders {
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
  MadeFolders(const MadeFolders&) = delete;
  MadeFolders& operator=(const MadeFolders&) = delete;
  MadeFolders(MadeFolders&&) = delete;
  MadeFolders& operator=(MadeFolders&&) = delete;

  void keep() { kept_ = true; }

 private:
  MadeFolders() = default;  // complete here: the destructor runs where the other constructor throws

  std::vector<fs::path> missing_;
  bool kept_ = false;
};

/// Calls `write_some` with the rest of the bytes until none is left. It returns what write(2) does.
template <typename WriteSome>
void write_all(const fs::path& path, std::span<const std::uint8_t> bytes, WriteSome write_some) {
  while (!bytes.empty()) {
    const ssize_t written = write_some(bytes);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail_to_write(path, errno);
    if (written == 0) fail_to_write(path, ENOSPC);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
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
  write_all(impl_->path, bytes, [this](std::span<const std::uint8_t> rest) {
    return ::write(descriptor(), rest.data(), rest.size());
  });
}

void GrowingFile::overwrite(std::int64_t offset, std::span<const std::uint8_t> bytes) {
  write_all(impl_->path, bytes, [&](std::span<const std::uint8_t> rest) {
    const auto at = static_cast<off_t>(offset + std::ssize(bytes) - std::ssize(rest));
    return ::pwrite(descriptor(), rest.data(), rest.size(), at);
  });
}

int GrowingFile::descriptor() const { return impl_->file.descriptor(); }

std::uint64_t GrowingFile::bytes() const {
  struct stat facts {};
  return ::fstat(descriptor(), &facts) == 0 ? static_cast<std::uint64_t>(facts.st_size) : 0;
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

std::span<const std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

}  // namespace heatwave::exporting
