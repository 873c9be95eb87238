// Heatwave: parses the command line and runs what it asks for.
#include <csignal>
#include <cstdio>
#include <new>
#include <string>
#include <system_error>
#include <variant>
#include <vector>

#include "app/cli/info.h"
#include "app/cli/interrupt.h"
#include "app/cli/lab.h"
#include "app/cli/lecture_check.h"
#include "app/cli/options.h"
#include "app/cli/replay.h"
#include "app/cli/run.h"
#include "app/cli/stage.h"
#include "app/cli/window_start.h"
#include "app/export/part_file.h"
#include "app/shell/opengl_facts.h"
#include "app/shell/run_window.h"
#include "app/words/word_lists.h"
#include "kernels/core/error.h"

namespace heatwave {
namespace {

constexpr int kDone = 0;
constexpr int kFailed = 1;
constexpr int kWrongUsage = 2;

int print(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    throw core::Error("cannot write to standard output");
  }
  return kDone;
}

struct Front {
  int operator()(const cli::WindowOptions& options) const {
    const cli::Interrupt interrupt;  // before anything that may start threads
    shell::Start start = cli::window_start(options);
    start.stop = interrupt.token();
    return shell::run_window(start);
  }
  int operator()(const cli::RunOptions& options) const { return print(cli::run(options)); }
  int operator()(const cli::ReplayOptions& options) const { return print(cli::replay(options)); }
  int operator()(const cli::LabOptions& options) const {
    cli::lab(options, [](const std::string& text) { print(text); });
    return kDone;
  }
  int operator()(const cli::StageOptions& options) const { return print(cli::stage(options)); }
  int operator()(const cli::LectureOptions& options) const { return print(cli::lecture(options)); }
  int operator()(const cli::InfoOptions& options) const {
    return print(cli::info(options, shell::probe_opengl));
  }
  int operator()(const cli::Message& message) const { return print(message.text); }
};

/// Whatever an error says, it stays one line, and the terminal does nothing else with it.
int complain(const std::string& what, int status) {
  std::fprintf(stderr, "heatwave: %s\n", words::printable(what).c_str());
  return status;
}

}  // namespace
}  // namespace heatwave

int main(int argc, char** argv) {
  // A file that may not grow further is an error of that file, not the program's end.
  std::signal(SIGXFSZ, SIG_IGN);
  heatwave::exporting::remove_parts_on_signals();
  try {
    const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
    return std::visit(heatwave::Front{}, heatwave::cli::parse(arguments));
  } catch (const heatwave::cli::UsageError& error) {
    return heatwave::complain(error.what(), heatwave::kWrongUsage);
  } catch (const std::bad_alloc&) {
    return heatwave::complain("not enough memory", heatwave::kFailed);
  } catch (const std::system_error& error) {
    // All that a thread's start says by itself is that something was unavailable.
    const bool thread = error.code() == std::errc::resource_unavailable_try_again;
    return heatwave::complain(
        thread ? std::string("this system gives the program no further thread: ") + error.what()
               : error.what(),
        heatwave::kFailed);
  } catch (const std::exception& error) {
    return heatwave::complain(error.what(), heatwave::kFailed);
  }
}
