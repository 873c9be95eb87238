// Starts a program with three descriptors and nothing else of ours.
#include "app/export/child_process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <thread>

#include "kernels/core/error.h"

extern char** environ;

namespace heatwave::exporting {
namespace {

constexpr time_t kSecondsToRead = 60;

[[noreturn]] void refuse(const std::string& program, int error) {
  throw core::Error("cannot start " + program + ": " + std::generic_category().message(error));
}

/// Frees itself.
class Actions {
 public:
  Actions() { posix_spawn_file_actions_init(&actions_); }
  ~Actions() { posix_spawn_file_actions_destroy(&actions_); }
  Actions(const Actions&) = delete;
  Actions& operator=(const Actions&) = delete;
  Actions(Actions&&) = delete;
  Actions& operator=(Actions&&) = delete;
  posix_spawn_file_actions_t* get() { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

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

ChildProcess::ChildProcess(const std::vector<std::string>& command) {
  // A socket in place of a pipe: who writes to one that nobody reads is told, not ended.
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    refuse(command.front(), errno);
  }
  input_ = ends[0];
  const timeval patience{.tv_sec = kSecondsToRead, .tv_usec = 0};
  (void)::setsockopt(input_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  (void)::shutdown(input_, SHUT_RD);
  errors_ = ::memfd_create("errors", MFD_CLOEXEC);
  Actions actions;
  posix_spawn_file_actions_adddup2(actions.get(), ends[1], STDIN_FILENO);
  posix_spawn_file_actions_addopen(actions.get(), STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  if (errors_ >= 0) posix_spawn_file_actions_adddup2(actions.get(), errors_, STDERR_FILENO);
  std::vector<std::string> words = command;
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const int error =
      ::posix_spawnp(&child_, arguments.front(), actions.get(), nullptr, arguments.data(), environ);
  ::close(ends[1]);
  if (error == 0) return;
  child_ = -1;
  close_input();
  if (errors_ >= 0) ::close(errors_);
  refuse(command.front(), error);
}

ChildProcess::~ChildProcess() {
  close_input();
  if (child_ > 0) {
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
  }
  if (errors_ >= 0) ::close(errors_);
}

void ChildProcess::close_input() {
  if (input_ >= 0) ::close(input_);
  input_ = -1;
}

bool ChildProcess::write(std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(input_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(sent));
  }
  return true;
}

int ChildProcess::finish(std::chrono::seconds patience) {
  close_input();
  if (child_ < 0) return -1;
  const auto end = std::chrono::steady_clock::now() + patience;
  int status = 0;
  pid_t ended = 0;
  while ((ended = ::waitpid(child_, &status, WNOHANG)) == 0) {
    if (std::chrono::steady_clock::now() >= end) {
      ::kill(child_, SIGKILL);
      ended = ::waitpid(child_, &status, 0);
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  child_ = -1;
  return ended > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::string ChildProcess::errors() const {
  constexpr off_t kMost = 2000;
  if (errors_ < 0) return {};
  const off_t size = ::lseek(errors_, 0, SEEK_END);
  const off_t from = std::max<off_t>(0, size - kMost);
  std::string text(static_cast<std::size_t>(std::max<off_t>(0, size - from)), '\0');
  const ssize_t got = ::pread(errors_, text.data(), text.size(), from);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(0, got)));
  while (!text.empty() && text.back() == '\n') text.pop_back();
  std::replace(text.begin(), text.end(), '\n', ';');
  return text;
}

}  // namespace heatwave::exporting
