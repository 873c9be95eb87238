// A play runs here: the steps of the host, and the launches, of which each is a loop of steps.
#include "kernels/stage/machine.h"

#include <utility>

#include "kernels/core/error.h"
#include "kernels/stage/fault_words.h"

namespace heatwave::stage {
namespace {

constexpr int kMostThreads = 4096;
constexpr std::int64_t kMostThreadBytes =
    128 * 1024 * 1024;  // variables of all threads of a launch

std::string dim_text(Dim dim) {
  if (dim.y == 1 && dim.z == 1) return std::to_string(dim.x);
  std::string text = std::to_string(dim.x) + "×" + std::to_string(dim.y);
  return dim.z == 1 ? text : text + "×" + std::to_string(dim.z);
}

/// Throws core::Error when a GPU or the stage cannot launch this.
void check_launch(const KernelLaunch& what) {
  const auto positive = [](Dim dim) { return dim.x >= 1 && dim.y >= 1 && dim.z >= 1; };
  const auto product = [](Dim dim) { return static_cast<std::int64_t>(dim.x) * dim.y * dim.z; };
  if (!positive(what.grid) || !positive(what.block)) {
    throw core::Error("a launch has at least one block and one thread");
  }
  if (product(what.block) > kMostThreadsOfBlock) {
    throw core::Error("a block has at most " + std::to_string(kMostThreadsOfBlock) +
                      " threads, not " + std::to_string(product(what.block)));
  }
  if (product(what.block) > what.program->most_threads) {
    throw core::Error("the __launch_bounds__ of " + what.program->name + " allow " +
                      std::to_string(what.program->most_threads) + " threads in a block, not " +
                      std::to_string(product(what.block)));
  }
  const std::int64_t threads = product(what.grid) > kMostThreads
                                   ? kMostThreads + 1
                                   : product(what.grid) * product(what.block);
  if (threads > kMostThreads) {
    throw core::Error("a launch on the stage has at most " + std::to_string(kMostThreads) +
                      " threads");
  }
  const auto shown = static_cast<std::int64_t>(what.program->variables.size() * sizeof(LocalState));
  if (threads * (what.program->frame_bytes + shown) > kMostThreadBytes) {
    throw core::Error("the variables of " + what.program->name +
                      " take too much memory for this many threads");
  }
}

}  // namespace

Machine::Machine(Rules rules, std::shared_ptr<PlayMemory> pages)
    : rules_(std::move(rules)),
      scheduler_(rules_.schedule, rules_.goes_on),
      pages_(std::move(pages)),
      log_(pages_->for_trace()),
      memory_(log_) {
  if (rules_.warp < 1 || rules_.warp > 32) throw core::Error("a warp has 1 to 32 threads");
}

Array Machine::array(const std::string& name, Space space, Scalar type,
                     const std::vector<double>& cells, int width) {
  const Array made = unwritten(name, space, type, static_cast<int>(cells.size()), width);
  memory_.fill(made, 0, cells);
  return made;
}

void Machine::address_by(Array array, Array addresses) {
  log_.trace().arrays[static_cast<std::size_t>(array.id())].addresses = addresses.id();
}

void Machine::keep_rows(Array array) {
  log_.trace().arrays[static_cast<std::size_t>(array.id())].keeps_rows = true;
}

void Machine::let_vary(Array array) {
  log_.trace().arrays[static_cast<std::size_t>(array.id())].may_vary = true;
}

void Machine::show_as_mutex(Array array) {
  log_.trace().arrays[static_cast<std::size_t>(array.id())].is_mutex = true;
}

Trace Machine::play(const std::function<void()>& host) {
  try {
    host();
  } catch (const Ended&) {  // the trace contains the reason
  }
  return log_.finish();
}

void Machine::step(const std::string& text, const std::function<void()>& work, int line) {
  log_.begin_step();
  if (work) work();
  log_.move_host(line, -1);
  Action& action = log_.add_action();
  action.op = Op::host;
  action.line = line;
  action.text = log_.add_text(text);
  log_.end_step();
}

void Machine::queue(KernelLaunch launch, int line) {
  const std::string what =
      launch.program->name + "<<<" + dim_text(launch.grid) + ", " + dim_text(launch.block) + ">>>";
  step("the host puts " + what + " into the stream and continues at once", {}, line);
  queue_.push_back(std::move(launch));
}

void Machine::synchronise(int line) {
  for (const KernelLaunch& each : std::exchange(queue_, {})) {
    if (failed_) break;  // nothing runs after an error
    if (!run_launch(each, line, true)) end();
  }
}

bool Machine::run_launch(const KernelLaunch& what, int line, bool queued) {
  check_launch(what);
  memory_.begin_launch();
  Trace& trace = log_.trace();
  std::vector<GivenArgument> arguments;
  arguments.reserve(what.arguments.size());
  for (const Argument& each : what.arguments) arguments.push_back({each.array, each.number});
  trace.launches.push_back({.kernel = what.program->name,
                            .program = what.program,
                            .grid = what.grid,
                            .block = what.block,
                            .shared_bytes = what.shared_bytes,
                            .arguments = std::move(arguments),
                            .blocks = what.grid.count(),
                            .threads = what.block.count(),
                            .first_thread = static_cast<int>(trace.threads.size()),
                            .variables = what.program->variables});
  const int index = static_cast<int>(trace.launches.size()) - 1;
  Step& step = log_.begin_step();
  Action& action = log_.add_action();
  action.op = Op::launch;
  action.line = line;
  action.text = log_.add_text(what.program->name);
  action.value = queued ? 1.0 : 0.0;
  step.launch = index;
  log_.move_host(line, index);
  RunningLaunch launch(log_, memory_, buffer_, pages_->for_launch(), what, rules_.warp);
  launch.begin();
  log_.end_step();
  while (run_step(launch)) {
  }
  failed_ = failed_ || launch.failed();
  return launch.has_ended();
}

bool Machine::run_step(RunningLaunch& launch) {
  const auto number = static_cast<std::int64_t>(log_.trace().steps.size());
  if (rules_.watch && !rules_.watch(number)) throw Cancelled{};
  const Groups& groups = launch.candidates(scheduler_);
  if (launch.is_stuck()) return false;
  if (number >= rules_.most_steps || log_.bytes() > rules_.most_bytes) {
    log_.add_fault(words::endless(log_.trace(), rules_.most_bytes < log_.bytes()));
    return false;
  }
  const auto chosen = scheduler_.choose(groups, number);
  if (!chosen) {
    log_.trace().candidates = groups.as_candidates();
    return false;
  }
  Step& step = log_.begin_step();
  step.choice = static_cast<int>(*chosen);
  if (rules_.schedule.kind == Schedule::Kind::chosen) step.candidates = groups.as_candidates();
  launch.take_step(groups[*chosen], step);
  log_.end_step();
  return true;
}

}  // namespace heatwave::stage
