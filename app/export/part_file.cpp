// Whoever writes a part holds a lock on it, which ends with the process however that ends: so a
// part without one was left behind, and a process with the same number is not confused with it.
#include "app/export/part_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstring>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <system_error>

#include "kernels/core/error.h"

namespace heatwave::exporting {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = ".heatwave-";
constexpr std::string_view kSuffix = ".part";
constexpr mode_t kReadableByAll = 0666;
constexpr int kMostTries = 10'000;

/// What a signal handler can read: no memory is taken or given back behind its back.
struct Slot {
  std::atomic<bool> taken{false};
  std::atomic<bool> known{false};  ///< the path is complete
  std::array<char, PATH_MAX> path{};
};

std::array<Slot, 16>& slots() {
  static std::array<Slot, 16> all;
  return all;
}

constexpr std::array kEnding{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU};

/// Parts that are there and not noted yet, or locked to be swept, and that the program ends by a
/// signal: whoever says its own first and asks for the other's then cannot be missed.
std::atomic<int> opening{0};
std::atomic<bool> ending{false};

/// No part is opened once the program ends, and it does not end between the opening of a part and
/// its note, or the lock of one that is swept and its removal. Where the signal would come to this
/// thread it waits itself. Nobody may take or give back memory meanwhile: the thread that the
/// signal has stopped, and that waits for this one, may hold the lock of that.
class Opening {
 public:
  Opening() {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : kEnding) sigaddset(&signals, signal);
    ::pthread_sigmask(SIG_BLOCK, &signals, &before_);
    ++opening;
    if (!ending) return;
    --opening;
    for (;;) ::pause();
  }
  ~Opening() {
    --opening;
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  Opening(const Opening&) = delete;
  Opening& operator=(const Opening&) = delete;
  Opening(Opening&&) = delete;
  Opening& operator=(Opening&&) = delete;

 private:
  sigset_t before_{};
};

/// −1 where there is no room: such a part is swept by the next program that writes there.
int note(const std::string& path) {
  if (path.empty() || path.size() >= PATH_MAX) return -1;
  for (std::size_t i = 0; i < slots().size(); ++i) {
    Slot& slot = slots()[i];
    if (slot.taken.exchange(true)) continue;
    std::memcpy(slot.path.data(), path.c_str(), path.size() + 1);
    slot.known = true;
    return static_cast<int>(i);
  }
  return -1;
}

void forget(int index) {
  if (index < 0) return;
  Slot& slot = slots()[static_cast<std::size_t>(index)];
  slot.known = false;
  slot.taken = false;
}

/// A slow disk may hold an opening up; a program that is told to end does not wait for it for long.
void await_openings() {
  constexpr timespec kShort{.tv_sec = 0, .tv_nsec = 1'000'000};
  for (int tries = 0; opening > 0 && tries < 1'000; ++tries) ::nanosleep(&kShort, nullptr);
}

extern "C" void remove_parts_and_end(int signal) {
  ending = true;
  await_openings();
  for (Slot& slot : slots()) {
    if (slot.known) ::unlink(slot.path.data());
  }
  ::signal(signal, SIG_DFL);
  ::raise(signal);
  // It is blocked here. After the handler it may be so too, where what runs the program calls the
  // handler late: the thread would then wait in Opening for an end that does not come.
  sigset_t raised;
  sigemptyset(&raised);
  sigaddset(&raised, signal);
  ::pthread_sigmask(SIG_UNBLOCK, &raised, nullptr);  // ends the program
}

/// Opens a name that nobody has and locks it; −1, with errno, where that fails.
int opened(const fs::path& path) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kReadableByAll);
  if (file < 0) return -1;
  // Where no locks can be had, nobody can sweep it either.
  const bool swept = ::flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  struct stat facts {};
  if (!swept && ::fstat(file, &facts) == 0 && facts.st_nlink > 0) return file;
  ::close(file);
  errno = EEXIST;  // a sweep came between the opening and the lock: the next name will do
  return -1;
}

/// A part that another thread has just opened may be swept too; that thread takes the next name.
void sweep_part(const fs::path& path) {
  const Opening until_removed;
  const int file = ::open(path.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return;
  struct stat facts {};
  if (::fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_uid == ::geteuid() &&
      ::flock(file, LOCK_EX | LOCK_NB) == 0) {
    ::unlink(path.c_str());
  }
  ::close(file);
}

/// A sequence writes many files into one folder, which need be swept only before the first.
void sweep_once(const fs::path& folder) {
  static std::mutex mutex;
  static std::set<fs::path> swept;
  {
    const std::lock_guard lock(mutex);
    if (!swept.insert(folder).second) return;
  }
  sweep_parts(folder);
}

}  // namespace

PartFile::PartFile(const fs::path& final_path) {
  static std::atomic<unsigned> count{0};
  const fs::path folder = final_path.parent_path();
  sweep_once(folder);
  int error = EEXIST;
  for (int tries = 0; file_ < 0 && error == EEXIST && tries < kMostTries; ++tries) {
    path_ = folder / fmt::format("{}{}-{}{}", kPrefix, ::getpid(), ++count, kSuffix);
    std::error_code nowhere;
    const std::string absolute = fs::absolute(path_, nowhere).string();
    const Opening until_noted;
    file_ = opened(path_);
    if (file_ < 0) {
      error = errno;
    } else {
      slot_ = note(absolute);
    }
  }
  if (file_ < 0) {
    throw core::Error(fmt::format("cannot write '{}': {}", final_path.string(),
                                  std::generic_category().message(error)));
  }
}

PartFile::~PartFile() {
  if (!kept_) ::unlink(path_.c_str());
  forget(slot_);
  ::close(file_);
}

bool PartFile::complete() const {
  // Closing a copy asks the file system the same, and the lock stays until there is another name.
  const int copy = ::dup(file_);
  return copy >= 0 && ::close(copy) == 0;
}

void remove_parts_on_signals() {
  slots();
  for (const int signal : kEnding) {
    struct sigaction now {};
    if (::sigaction(signal, nullptr, &now) != 0 || now.sa_handler != SIG_DFL) continue;
    now.sa_handler = remove_parts_and_end;
    ::sigaction(signal, &now, nullptr);
  }
}

void sweep_parts(const fs::path& folder) {
  std::error_code error;
  const fs::path where = folder.empty() ? fs::path(".") : folder;
  for (fs::directory_iterator at(where, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (name.starts_with(kPrefix) && name.ends_with(kSuffix)) sweep_part(at->path());
  }
}

}  // namespace heatwave::exporting
