// Writes whole files: a hidden one beside the final name, then one rename.
#include "app/export/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>

#include <fmt/format.h>

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

/// An open file under a hidden name in the final file's folder; gone unless it was renamed.
class HiddenFile {
 public:
  explicit HiddenFile(const fs::path& final_path) : final_(final_path) {
    static std::atomic<unsigned> count{0};
    const std::string name = fmt::format(".heatwave-{}-{}.part", ::getpid(), ++count);
    path_ = final_path.parent_path() / name;
    file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kReadableByAll);
    if (file_ < 0) fail(final_, errno);
  }
  ~HiddenFile() {
    if (file_ >= 0) ::close(file_);
    if (!renamed_) ::unlink(path_.c_str());
  }
  HiddenFile(const HiddenFile&) = delete;
  HiddenFile& operator=(const HiddenFile&) = delete;
  HiddenFile(HiddenFile&&) = delete;
  HiddenFile& operator=(HiddenFile&&) = delete;

  void write(std::span<const std::uint8_t> bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(file_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail(final_, errno);
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    // Some file systems report a full disk only here.
    if (::close(std::exchange(file_, -1)) != 0) fail(final_, errno);
  }

  void replace(const fs::path& path) {
    if (::rename(path_.c_str(), path.c_str()) != 0) fail(path, errno);
    renamed_ = true;
  }

  /// False when the name is taken; no other program can come in between.
  bool take_name(const fs::path& path) {
    int error = ::renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, path.c_str(), RENAME_NOREPLACE) == 0
                    ? 0
                    : errno;
    renamed_ = error == 0;
    // This file system cannot rename without replacing; a second link cannot replace either.
    if (is_unsupported(error)) error = ::link(path_.c_str(), path.c_str()) == 0 ? 0 : errno;
    // Nor can it link: an empty file claims the name, and is then replaced.
    if (is_unsupported(error)) return claim_name(path);
    if (error == EEXIST) return false;
    if (error != 0) fail(path, error);
    return true;
  }

 private:
  static bool is_unsupported(int error) {
    return error == EINVAL || error == ENOSYS || error == EPERM || error == EOPNOTSUPP;
  }

  bool claim_name(const fs::path& path) {
    const int claim = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kReadableByAll);
    if (claim < 0 && errno == EEXIST) return false;
    if (claim < 0) fail(path, errno);
    ::close(claim);
    if (::rename(path_.c_str(), path.c_str()) == 0) return renamed_ = true;
    const int error = errno;
    ::unlink(path.c_str());
    fail(path, error);
  }

  static constexpr mode_t kReadableByAll = 0666;

  fs::path final_;
  fs::path path_;
  int file_ = -1;
  bool renamed_ = false;
};

fs::path take_fresh_name(HiddenFile& file, const fs::path& path) {
  if (file.take_name(path)) return path;
  for (int number = 2;; ++number) {
    fs::path numbered = path;
    numbered.replace_filename(
        fmt::format("{}-{}{}", path.stem().string(), number, path.extension().string()));
    if (file.take_name(numbered)) return numbered;
  }
}

fs::path name_file(HiddenFile& file, const fs::path& path, Naming naming) {
  switch (naming) {
    case Naming::replacing:
      file.replace(path);
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

}  // namespace

fs::path write_whole_file(const fs::path& path, std::span<const std::uint8_t> bytes,
                          Naming naming) {
  MadeFolders folders(path);
  HiddenFile file(path);
  file.write(bytes);
  fs::path name = name_file(file, path, naming);
  folders.keep();
  return name;
}

}  // namespace heatwave::exporting
