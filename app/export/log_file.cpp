// The first line is written as a whole file; the others are appended to it.
#include "app/export/log_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "app/export/files.h"
#include "kernels/core/error.h"

namespace heatwave::exporting {
namespace {

[[noreturn]] void cannot_append(const std::filesystem::path& path, int error) {
  throw core::Error(
      fmt::format("cannot write '{}': {}", path.string(), std::generic_category().message(error)));
}

}  // namespace

LogFile::LogFile(const std::filesystem::path& path, std::string_view first_line, Naming naming)
    : path_(write_whole_text(path, first_line, naming)), size_(first_line.size()) {
  file_ = ::open(path_.c_str(), O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC);
  if (file_ < 0) cannot_append(path_, errno);
}

LogFile::~LogFile() {
  if (file_ >= 0) ::close(file_);
}

void LogFile::append(std::string_view line) {
  std::string_view left = line;
  while (!left.empty()) {
    const ssize_t written = ::write(file_, left.data(), left.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      const int error = errno;
      // A part of a line is of no use. Where it cannot be cut off, readers pass over it.
      (void)!::ftruncate(file_, static_cast<off_t>(size_));
      cannot_append(path_, error);
    }
    left.remove_prefix(static_cast<std::size_t>(written));
  }
  size_ += line.size();
}

void LogFile::close() {
  // Some file systems tell only now that the disk is full.
  if (::close(std::exchange(file_, -1)) != 0) cannot_append(path_, errno);
}

}  // namespace heatwave::exporting
