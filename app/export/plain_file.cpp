// Opens, looks at what was opened, and only then reads.
#include "app/export/plain_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "kernels/core/device.h"
#include "kernels/core/error.h"

namespace heatwave::exporting {
namespace {

std::string words_of(int error) { return std::generic_category().message(error); }

}  // namespace

void refuse_file(const std::filesystem::path& path, const std::string& what) {
  throw core::Error(fmt::format("'{}' {}", path.string(), what));
}

PlainFile::PlainFile(const std::filesystem::path& path) : path_(path) {
  // Looked at by its name first, because opening alone can already do something to a device.
  struct stat facts {};
  if (::stat(path.c_str(), &facts) != 0) {
    if (errno == ENOENT) refuse_file(path, "does not exist");
    refuse_file(path, "cannot be read: " + words_of(errno));
  }
  if (!S_ISREG(facts.st_mode)) refuse_file(path, "is not a file");
  // Without waiting: the name may have become a FIFO's since.
  file_ = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (file_ < 0) refuse_file(path, "cannot be read: " + words_of(errno));
  if (::fstat(file_, &facts) != 0 || !S_ISREG(facts.st_mode)) {
    ::close(file_);
    refuse_file(path, "is not a file");
  }
  size_ = static_cast<std::uint64_t>(facts.st_size);
}

PlainFile::~PlainFile() { ::close(file_); }

std::size_t PlainFile::read(void* to, std::size_t bytes) {
  std::size_t done = 0;
  while (done < bytes) {
    const ssize_t got = ::read(file_, static_cast<char*>(to) + done, bytes - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) refuse_file(path_, "cannot be read: " + words_of(errno));
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

std::string whole_text(const std::filesystem::path& path, std::uint64_t most) {
  PlainFile file(path);
  if (file.size() > most) {
    refuse_file(path, fmt::format("is too large: it has {}, and at most {} are read",
                                  core::in_bytes(static_cast<double>(file.size())),
                                  core::in_bytes(static_cast<double>(most))));
  }
  std::string text(file.size(), '\0');
  text.resize(file.read(text.data(), text.size()));
  return text;
}

}  // namespace heatwave::exporting
