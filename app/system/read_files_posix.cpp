// Checks an opened file before reading it.
#include "app/system/read_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <utility>

namespace heatwave::system {
namespace {

std::string words_of(int error) { return std::generic_category().message(error); }

}  // namespace

bool Handle::close() {
  const int number = std::exchange(number_, -1);
  return number < 0 || ::close(number) == 0;
}

PlainFile::PlainFile(const std::filesystem::path& path) : path_(path) {
  // The name is checked first, because opening a device may have side effects.
  struct stat facts {};
  if (::stat(path.c_str(), &facts) != 0) {
    if (errno == ENOENT) refuse_file(path, "does not exist");
    refuse_file(path, "cannot be read: " + words_of(errno));
  }
  if (!S_ISREG(facts.st_mode)) refuse_file(path, "is not a file");
  // O_NONBLOCK avoids waiting in case the name has become a FIFO.
  file_ = Handle(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!file_.is_open()) refuse_file(path, "cannot be read: " + words_of(errno));
  if (::fstat(file_.number(), &facts) != 0 || !S_ISREG(facts.st_mode)) {
    refuse_file(path, "is not a file");
  }
  size_ = static_cast<std::uint64_t>(facts.st_size);
}

std::size_t PlainFile::read(void* to, std::size_t bytes) {
  std::size_t done = 0;
  while (done < bytes) {
    const ssize_t got = ::read(file_.number(), static_cast<char*>(to) + done, bytes - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) refuse_file(path_, "cannot be read: " + words_of(errno));
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

void FolderReader::Close::operator()(void* folder) const { ::closedir(static_cast<DIR*>(folder)); }

FolderReader::FolderReader(std::filesystem::path folder, std::error_code& error)
    : folder_(std::move(folder)), open_(::opendir(folder_.c_str())) {
  error = open_ != nullptr ? std::error_code() : std::error_code(errno, std::generic_category());
}

std::optional<std::filesystem::path> FolderReader::next(std::error_code& error) {
  while (open_ != nullptr) {
    errno = 0;
    const dirent* const entry = ::readdir(static_cast<DIR*>(open_.get()));
    if (entry == nullptr && errno != 0) error.assign(errno, std::generic_category());
    if (entry == nullptr) return {};
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") return folder_ / name;
  }
  return {};
}

}  // namespace heatwave::system
