// Starts a program with four open files and waits for it within limits.
#include "app/system/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "kernels/core/error.h"
#include "kernels/core/non_copyable.h"

extern char** environ;

namespace heatwave::system {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kOutput = 3;  ///< descriptor of its output

[[noreturn]] void refuse(const std::string& program, int error) {
  throw core::Error("cannot start " + program + ": " + std::generic_category().message(error));
}

/// Owns the list of descriptors that a new program starts with.
class FileActions : core::NonCopyable {
 public:
  FileActions() { posix_spawn_file_actions_init(&actions_); }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }

  void copy(int from, int to) { note(posix_spawn_file_actions_adddup2(&actions_, from, to)); }
  void open_to_write(int as, const char* path) {
    note(posix_spawn_file_actions_addopen(&actions_, as, path, O_WRONLY, 0));
  }
  /// An errno; 0: every action was added.
  [[nodiscard]] int error() const { return error_; }
  [[nodiscard]] const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  void note(int error) {
    if (error != 0) error_ = error;
  }

  posix_spawn_file_actions_t actions_{};
  int error_ = 0;
};

/// Owns the signals that a new program starts with: none blocked, none ignored, whatever this
/// program does with its own. Ctrl-C in the terminal does not reach it: this program ends it.
class FreshSignals : core::NonCopyable {
 public:
  FreshSignals() {
    posix_spawnattr_init(&attributes_);
    sigset_t signals{};
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes_, &signals);
    sigaddset(&signals, SIGPIPE);
    sigaddset(&signals, SIGXFSZ);
    posix_spawnattr_setsigdefault(&attributes_, &signals);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  }
  ~FreshSignals() { posix_spawnattr_destroy(&attributes_); }

  [[nodiscard]] const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_{};
};

/// Returns the variables of a new program. It has none of those by which mpirun numbers processes:
/// by them it would take itself for this one among the others.
std::vector<char*> variables_without_ranks() {
  static constexpr std::array<std::string_view, 3> kOfRanks{"OMPI_", "PMI_", "PMIX_"};
  std::vector<char*> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text(*variable);
    if (std::none_of(kOfRanks.begin(), kOfRanks.end(),
                     [&](std::string_view begin) { return text.starts_with(begin); })) {
      variables.push_back(*variable);
    }
  }
  variables.push_back(nullptr);
  return variables;
}

/// Returns the processor time that a process has used; 0: unknown.
std::chrono::nanoseconds processor_time(pid_t process) {
  clockid_t clock{};
  timespec used{};
  if (::clock_getcpuclockid(process, &clock) != 0 || ::clock_gettime(clock, &used) != 0) return {};
  return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

/// Waits for the end of a process. Returns its status as from waitpid; none: it is unknown.
std::optional<int> awaited(pid_t process) {
  int status = 0;
  pid_t ended = 0;
  do {
    ended = ::waitpid(process, &status, 0);
  } while (ended < 0 && errno == EINTR);
  if (ended != process) return {};
  return status;
}

}  // namespace

bool is_installed(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::string folders = path != nullptr ? path : "";
  for (std::size_t from = 0; from <= folders.size();) {
    const std::size_t end = std::min(folders.find(':', from), folders.size());
    const std::filesystem::path folder = folders.substr(from, end - from);
    std::error_code ignored;
    const std::filesystem::path file = (folder.empty() ? "." : folder) / program;
    if (std::filesystem::is_regular_file(file, ignored) && ::access(file.c_str(), X_OK) == 0) {
      return true;
    }
    from = end + 1;
  }
  return false;
}

std::string ChildProcess::path_of(const GrowingFile& /*output*/) {
  return "/dev/fd/" + std::to_string(kOutput);
}

ChildProcess::ChildProcess(std::vector<std::string> command, const GrowingFile& output)
    : ChildProcess(std::move(command), &output) {}

ChildProcess::ChildProcess(std::vector<std::string> command)
    : ChildProcess(std::move(command), nullptr) {}

ChildProcess::ChildProcess(std::vector<std::string> command, const GrowingFile* output) {
  const std::string program = command.front();
  // A write to a closed socket can report an error; a write to a closed pipe raises a signal.
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    refuse(program, errno);
  }
  input_ = Handle(ends[0]);
  const Handle child_input(ends[1]);
  (void)::shutdown(input_.number(), SHUT_RD);
  errors_ = Handle(::memfd_create("errors", MFD_CLOEXEC));
  if (!errors_.is_open()) refuse(program, errno);
  FileActions actions;
  actions.copy(child_input.number(), STDIN_FILENO);
  actions.open_to_write(STDOUT_FILENO, "/dev/null");
  actions.copy(errors_.number(), STDERR_FILENO);
  if (output != nullptr) actions.copy(output->handle().number(), kOutput);
  if (actions.error() != 0) refuse(program, actions.error());
  std::vector<char*> arguments;
  for (std::string& word : command) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t child = -1;
  const FreshSignals signals;
  const int error = ::posix_spawnp(&child, arguments.front(), actions.get(), signals.get(),
                                   arguments.data(), variables_without_ranks().data());
  if (error != 0) refuse(program, error);
  child_ = child;
}

ChildProcess::~ChildProcess() {
  if (child_ < 0) return;
  const auto child = static_cast<pid_t>(child_);
  ::kill(child, SIGKILL);
  (void)awaited(child);
}

ChildProcess::Written ChildProcess::write(std::span<const std::uint8_t> bytes,
                                          std::chrono::milliseconds timeout) {
  const Clock::time_point end = Clock::now() + timeout;
  while (!bytes.empty()) {
    const ssize_t sent =
        ::send(input_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0) bytes = bytes.subspan(static_cast<std::size_t>(sent));
    const bool is_full = sent < 0 && errno == EAGAIN;
    if (sent < 0 && !is_full && errno != EINTR) return Written::closed;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
    if (!bytes.empty() && left.count() <= 0) return Written::timed_out;
    pollfd room{.fd = input_.number(), .events = POLLOUT, .revents = 0};
    if (is_full) ::poll(&room, 1, static_cast<int>(left.count()));
  }
  return Written::all;
}

std::optional<int> ChildProcess::finish(Timeouts timeouts, const std::stop_token& stop) {
  (void)input_.close();
  const auto child = static_cast<pid_t>(std::exchange(child_, -1));
  const Clock::time_point end = Clock::now() + timeouts.total;
  Clock::time_point idle_end = Clock::now() + timeouts.idle;
  std::chrono::nanoseconds used = processor_time(child);
  int status = 0;
  pid_t ended = 0;
  while ((ended = ::waitpid(child, &status, WNOHANG)) == 0 || (ended < 0 && errno == EINTR)) {
    const Clock::time_point now = Clock::now();
    bool is_over = now >= end || stop.stop_requested();
    if (now >= idle_end) {
      const std::chrono::nanoseconds before = std::exchange(used, processor_time(child));
      is_over = is_over || used - before < timeouts.idle / 100;
      idle_end = now + timeouts.idle;
    }
    if (is_over) {
      ::kill(child, SIGKILL);
      (void)awaited(child);
      return {};
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  if (ended < 0) return {};
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::string ChildProcess::errors() const {
  constexpr off_t kMost = 2000;
  const off_t size = ::lseek(errors_.number(), 0, SEEK_END);
  const off_t from = std::max<off_t>(0, size - kMost);
  std::string text(static_cast<std::size_t>(std::max<off_t>(0, size - from)), '\0');
  const ssize_t got = ::pread(errors_.number(), text.data(), text.size(), from);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(0, got)));
  while (!text.empty() && text.back() == '\n') text.pop_back();
  std::replace(text.begin(), text.end(), '\n', ';');
  return text;
}

}  // namespace heatwave::system
