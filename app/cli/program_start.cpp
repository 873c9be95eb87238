// Parses the command line and runs the requested command.
#include "app/cli/program_start.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <system_error>
#include <thread>
#include <variant>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/options.h"
#include "app/cli/ranks_start.h"
#include "app/shell/run_window.h"
#include "app/shell/window/opengl_facts.h"
#include "app/system/process.h"
#include "app/words/word_lists.h"
#include "kernels/core/error.h"
#include "kernels/core/ranks.h"
#include "kernels/field/parts/serve_parts.h"

namespace heatwave::cli {
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

/// Carries out the command that the arguments name.
struct CarryOut {
  int operator()(const WindowOptions& options) const {
    shell::require_window();
    system::leave_own_terminal();
    const system::Interrupt interrupt;  // constructed before anything that may start threads
    shell::Start start = window_start(options);
    start.stop = interrupt.token();
    return shell::run_window(start);
  }
  int operator()(const RunOptions& options) const { return print(run(options)); }
  int operator()(const ReplayOptions& options) const { return print(replay(options)); }
  int operator()(const LabOptions& options) const {
    lab(options, [](const std::string& text) { print(text); });
    return kDone;
  }
  int operator()(const StageOptions& options) const { return print(stage(options)); }
  int operator()(const ExerciseOptions& options) const {
    exercise(options, [](const std::string& text) { print(text); });
    return kDone;
  }
  int operator()(const FormulaOptions& options) const {
    formula(options, [](const std::string& text) { print(text); });
    return kDone;
  }
  int operator()(const LectureOptions& options) const { return print(lecture(options)); }
  int operator()(const InfoOptions& options) const {
    return print(info(options, shell::probe_opengl));
  }
  int operator()(const Message& message) const { return print(message.text); }
};

/// Writes the message on one line, without control characters; cuts one that quotes a very long
/// argument. If memory runs out, says that instead.
int complain(const char* what, int status) {
  constexpr std::size_t kLongest = 4000;
  try {
    std::fprintf(stderr, "heatwave: %s\n", words::excerpt(what, kLongest).c_str());
  } catch (const std::bad_alloc&) {
    std::fputs("heatwave: not enough memory\n", stderr);
  }
  return status;
}

/// Reports a system error. A thread that cannot start only reports an unavailable resource, so this
/// error gets its own message.
int complain_of_system(const std::system_error& error) {
  if (error.code() != std::errc::resource_unavailable_try_again) {
    return complain(error.what(), kFailed);
  }
  std::fprintf(stderr, "heatwave: the system cannot start another thread: %s\n", error.what());
  return kFailed;
}

/// Does what the arguments ask for. `ranks`: the processes that share fields; null: this one is
/// alone.
int run_with(const std::vector<std::string>& arguments, const std::shared_ptr<core::Ranks>& ranks) {
  try {
    system::require_stack();
    return std::visit(CarryOut{}, parse(arguments, ranks));
  } catch (const UsageError& error) {
    return complain(error.what(), kWrongUsage);
  } catch (const system::Stopped& stopped) {
    return complain(stopped.what(), stopped.exit_status());
  } catch (const std::bad_alloc&) {
    return complain("not enough memory", kFailed);
  } catch (const std::system_error& error) {
    return complain_of_system(error);
  } catch (const std::exception& error) {
    return complain(error.what(), kFailed);
  }
}

/// Joins the processes that mpirun has started, of which the first runs the program, and the others
/// compute parts of its fields.
int run_among_ranks(const std::vector<std::string>& arguments) {
  const StartedRanks started = started_ranks();
  std::shared_ptr<core::Ranks> ranks;
  try {
    if (started.size > 1) ranks = join_ranks();
    if (ranks && ranks->rank() > 0) {
      field::serve_parts(ranks);
      return kDone;
    }
  } catch (const std::exception& error) {
    const bool is_memory = dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
    const std::string reason = is_memory ? "not enough memory" : error.what();
    // One process speaks for its host, on which alone something may be missing.
    if (started.rank == 0 || ranks) {
      complain(reason.c_str(), kFailed);
    } else if (started.rank_on_host == 0) {
      complain(("host '" + system::host_name() + "': " + reason).c_str(), kFailed);
    } else {
      // mpirun ends all processes once one has failed; the one that speaks comes first.
      std::this_thread::sleep_for(std::chrono::seconds(1));
    }
    // Rank 0 waits for this process, and hears of its end only when it does not wait for MPI's.
    if (ranks && ranks->rank() > 0) std::_Exit(kFailed);
    return kFailed;
  }
  return run_with(arguments, ranks);
}

}  // namespace

int run_program(int argc, char** argv) {
  system::let_writes_fail();
  system::prepare_output();
  try {
    return run_among_ranks({argv + (argc > 0 ? 1 : 0), argv + argc});
  } catch (const std::bad_alloc&) {
    return complain("not enough memory", kFailed);
  }
}

}  // namespace heatwave::cli
