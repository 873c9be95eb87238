// Starts the program in a child process with its output in files.
#include "tests/cli/program.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

#include "tests/system/temporary_folder.h"
#include "tests/tested_program.h"

namespace heatwave::testing {
namespace {

[[noreturn]] void become_program(const std::filesystem::path& folder,
                                 std::vector<std::string> texts, std::size_t file_limit,
                                 const std::string& display, const std::filesystem::path& out,
                                 const std::filesystem::path& err) {
  std::vector<char*> argv;
  for (std::string& text : texts) argv.push_back(text.data());
  argv.push_back(nullptr);
  const int out_file = ::open(out.c_str(), O_WRONLY | O_CREAT, 0600);
  const int err_file = ::open(err.c_str(), O_WRONLY | O_CREAT, 0600);
  if (::chdir(folder.c_str()) != 0 || ::dup2(out_file, STDOUT_FILENO) < 0 ||
      ::dup2(err_file, STDERR_FILENO) < 0) {
    _exit(120);
  }
  // The program must not inherit ignored signals from the shell that runs the tests.
  for (const int signal : {SIGINT, SIGHUP}) std::signal(signal, SIG_DFL);
  ::unsetenv("DISPLAY");
  ::unsetenv("WAYLAND_DISPLAY");
  if (!display.empty()) ::setenv("DISPLAY", display.c_str(), 1);
  if (file_limit > 0) {
    const rlimit limit{.rlim_cur = file_limit, .rlim_max = file_limit};
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) _exit(121);
  }
  ::execv(argv.front(), argv.data());
  _exit(122);
}

/// Returns the command line of the tested program with these arguments.
std::vector<std::string> command_of(const std::vector<std::string>& arguments) {
  std::vector<std::string> texts{test::tested_program()};
  texts.insert(texts.end(), arguments.begin(), arguments.end());
  return texts;
}

/// Calls `meanwhile` with the program's process and waits for its end.
Outcome outcome_of(const std::filesystem::path& folder, const std::vector<std::string>& command,
                   std::size_t file_limit, const std::string& display,
                   const std::function<void(pid_t)>& meanwhile) {
  const TemporaryFolder said;
  const auto out = said.path() / "out";
  const auto err = said.path() / "err";
  const pid_t child = ::fork();
  if (child == 0) become_program(folder, command, file_limit, display, out, err);
  meanwhile(child);
  int status = 0;
  rusage used{};
  ::wait4(child, &status, 0, &used);
  return {.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
          .out = text_of(out),
          .err = text_of(err),
          .peak_bytes = static_cast<std::size_t>(used.ru_maxrss) * 1024};
}

}  // namespace

Outcome heatwave(const std::filesystem::path& folder, const std::vector<std::string>& arguments,
                 std::size_t file_limit, const std::string& display) {
  return outcome_of(folder, command_of(arguments), file_limit, display, [](pid_t) {});
}

Outcome heatwave_sent(int signal, const std::filesystem::path& folder,
                      const std::vector<std::string>& arguments,
                      const std::function<bool()>& is_due) {
  return outcome_of(folder, command_of(arguments), 0, {}, [&](pid_t child) {
    constexpr std::chrono::milliseconds kBetween{5};
    constexpr std::chrono::seconds kLongest{30};
    const auto end = std::chrono::steady_clock::now() + kLongest;
    while (!is_due() && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(kBetween);
    }
    ::kill(child, signal);
  });
}

Outcome other_program(const std::filesystem::path& folder, const std::vector<std::string>& command,
                      const std::function<void(int process)>& meanwhile) {
  return outcome_of(folder, command, 0, {}, meanwhile);
}

std::vector<std::string> joined(std::vector<std::string> words,
                                const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace heatwave::testing
