// Starts the program in a child process with its output in files.
#include "tests/cli/program.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "tests/export/temporary_folder.h"

namespace heatwave::testing {
namespace {

[[noreturn]] void become_program(const std::filesystem::path& folder,
                                 const std::vector<std::string>& arguments, std::size_t file_limit,
                                 const std::string& display, const std::filesystem::path& out,
                                 const std::filesystem::path& err) {
  std::vector<std::string> texts{HEATWAVE_BINARY};
  texts.insert(texts.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& text : texts) argv.push_back(text.data());
  argv.push_back(nullptr);
  const int out_file = ::open(out.c_str(), O_WRONLY | O_CREAT, 0600);
  const int err_file = ::open(err.c_str(), O_WRONLY | O_CREAT, 0600);
  if (::chdir(folder.c_str()) != 0 || ::dup2(out_file, STDOUT_FILENO) < 0 ||
      ::dup2(err_file, STDERR_FILENO) < 0) {
    _exit(120);
  }
  ::unsetenv("DISPLAY");
  ::unsetenv("WAYLAND_DISPLAY");
  if (!display.empty()) ::setenv("DISPLAY", display.c_str(), 1);
  if (file_limit > 0) {
    const rlimit limit{.rlim_cur = file_limit, .rlim_max = file_limit};
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) _exit(121);
  }
  ::execv(HEATWAVE_BINARY, argv.data());
  _exit(122);
}

}  // namespace

Outcome heatwave(const std::filesystem::path& folder, const std::vector<std::string>& arguments,
                 std::size_t file_limit, const std::string& display) {
  const TemporaryFolder said;
  const auto out = said.path() / "out";
  const auto err = said.path() / "err";
  const pid_t child = ::fork();
  if (child == 0) become_program(folder, arguments, file_limit, display, out, err);
  int status = 0;
  ::waitpid(child, &status, 0);
  return {.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
          .out = text_of(out),
          .err = text_of(err)};
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace heatwave::testing
