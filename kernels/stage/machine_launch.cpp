// A launch on the stage is played here: its threads start, take one step at a time, wait at
// barriers and end.
#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "kernels/core/error.h"
#include "kernels/core/warp_access.h"
#include "kernels/stage/live.h"
#include "kernels/stage/machine.h"
#include "kernels/stage/stage_words.h"
#include "kernels/stage/trace.h"

namespace heatwave::stage {
namespace {

/// Returns the cost of one step's actions; all zero: they do not access memory.
AccessCost access_cost(const std::vector<ArrayInfo>& arrays, const std::vector<Action>& actions) {
  std::vector<std::int64_t> global;
  std::vector<std::int64_t> shared;
  std::set<std::int64_t> cells;
  int atomics = 0;
  for (const Action& action : actions) {
    if (action.array < 0 || action.op == Op::print) continue;
    const ArrayInfo& array = arrays[static_cast<std::size_t>(action.array)];
    auto& addresses = array.space == Space::shared ? shared : global;
    addresses.push_back(array.address + core::kWordBytes * action.index);
    if (action.op != Op::atomic) continue;
    ++atomics;
    cells.insert(addresses.back());
  }
  AccessCost cost{.lanes = static_cast<int>(actions.size())};
  cost.waiting = atomics - static_cast<int>(cells.size());
  if (!global.empty()) cost.sectors = core::sectors_touched(global);
  if (!shared.empty()) cost.ways = core::conflict_ways(shared);
  return cost;
}

constexpr int kMostThreads = 4096;
/// If every thread has polled this often without success while no memory changed, they spin
/// forever.
constexpr int kSpinsBeforeStuck = 8;

Dim place_in(Dim size, int number) { return {number % size.x, number / size.x}; }

}  // namespace

void Machine::begin_threads(Launch& launch, Dim grid, Dim size, const MakeThread& make) {
  const int in_block = size.count();
  const int warps = (in_block + rules_.warp - 1) / rules_.warp;
  launch.blocks = grid.count();
  for (int block = 0; block < launch.blocks; ++block) {
    for (int thread = 0; thread < in_block; ++thread) {
      const ThreadPosition position{.thread = place_in(size, thread),
                                    .block = place_in(grid, block),
                                    .block_size = size,
                                    .grid_size = grid,
                                    .memory = this};
      trace_.threads.push_back({.launch = launch.index,
                                .block = block,
                                .thread = thread,
                                .warp = thread / rules_.warp,
                                .lane = thread % rules_.warp,
                                .kernel = trace_.launches.back().kernel});
      Live live;
      live.id = static_cast<int>(trace_.threads.size()) - 1;
      live.block = block;
      live.warp = block * warps + thread / rules_.warp;
      live.thread = make(position);
      live.program = live.thread->run();
      launch.threads.push_back(std::move(live));
    }
  }
}

void Machine::run_launch(const std::string& name, Dim grid, Dim block, int line,
                         const MakeThread& make, bool queued) {
  const int threads = grid.count() * block.count();
  if (threads < 1 || threads > kMostThreads) {
    throw core::Error("a launch on the stage has 1 to " + std::to_string(kMostThreads) +
                      " threads, not " + std::to_string(threads));
  }
  shared_.clear();
  next_shared_address_.clear();
  owners_.clear();
  Launch launch(static_cast<int>(trace_.threads.size()), threads,
                static_cast<int>(trace_.launches.size()));
  trace_.launches.push_back({name, grid.count(), block.count(), launch.first_thread});
  Step step;
  open_step_ = &step;
  step.actions.push_back(
      {.op = Op::launch, .line = line, .value = queued ? 1.0 : 0.0, .text = name});
  step.changes.push_back({.kind = Change::Kind::host,
                          .host_line_before = now_.host_line,
                          .host_line_after = line,
                          .launch_before = now_.launch,
                          .launch_after = launch.index});
  now_.host_line = line;
  now_.launch = launch.index;
  begin_threads(launch, grid, block, make);
  now_.threads.resize(trace_.threads.size());
  for (Live& live : launch.threads) {
    continue_thread(live);
    settle(launch, live, step);
  }
  step.launch = launch.index;
  end_step(std::move(step));
  while (run_step(launch)) {
  }
  const bool all_done = std::all_of(launch.threads.begin(), launch.threads.end(),
                                    [](const Live& live) { return live.done; });
  if (!all_done) throw Ended{};
}

std::vector<Runnable> Machine::runnable(const Launch& launch) const {
  std::vector<Runnable> all;
  for (const Live& live : launch.threads) {
    if (live.done || live.at_barrier) continue;
    const Request& request = live.program.request();
    all.push_back({.thread = live.id,
                   .warp = live.warp,
                   .line = request.line,
                   .kind = (request.array + 1) * 16 + static_cast<int>(request.op),
                   .last_step = live.last_step});
  }
  return all;
}

bool Machine::run_step(Launch& launch) {
  const auto number = static_cast<std::int64_t>(trace_.steps.size());
  if (rules_.watch && !rules_.watch(number)) throw Cancelled{};
  const Groups groups = scheduler_.groups(runnable(launch));
  if (is_stuck(launch, groups)) return false;
  if (number >= rules_.most_steps) {
    add_fault(words::endless(number));
    return false;
  }
  const auto chosen = scheduler_.choose(groups, number);
  if (!chosen) {
    trace_.candidates = groups.as_candidates();
    return false;
  }
  Step step;
  open_step_ = &step;
  if (rules_.schedule.kind == Schedule::Kind::chosen) step.candidates = groups.as_candidates();
  const auto live = [&launch](int id) -> Live& {
    return launch.threads[static_cast<std::size_t>(id - launch.first_thread)];
  };
  const std::span<const Runnable> group = groups[*chosen];
  const Live& first = live(group.front().thread);
  step.launch = launch.index;
  step.block = first.block;
  step.warp = trace_.threads[static_cast<std::size_t>(first.id)].warp;
  for (const Runnable& each : group) {
    live(each.thread).last_step = number;
    perform(launch, live(each.thread), step);
  }
  step.cost = access_cost(trace_.arrays, step.actions);
  const bool barrier = step.actions.front().op == Op::barrier;
  if (barrier) release_barrier(launch, step);
  bool ended = false;
  for (const Runnable& each : group) {
    if (!barrier) continue_thread(live(each.thread));
    ended = ended || live(each.thread).done;
    settle(launch, live(each.thread), step);
  }
  // The barrier no longer waits for ended threads.
  if (ended && !barrier) release_barrier(launch, step);
  if (launch.ended) end_launch(launch, step);
  end_step(std::move(step));
  return true;
}

void Machine::perform(Launch& launch, Live& thread, Step& step) {
  const Request& request = thread.program.request();
  Action action{.thread = thread.id,
                .op = request.op,
                .atomic = request.atomic,
                .line = request.line,
                .array = request.array,
                .index = request.index,
                .value = request.value,
                .compare = request.compare};
  switch (request.op) {
    case Op::load:
    case Op::store:
    case Op::atomic:
      thread.program.answer(memory_access(launch, request, action));
      break;
    case Op::branch:
      thread.program.answer(request.value);
      break;
    case Op::barrier:
      thread.at_barrier = true;
      break;
    case Op::print:
      print_line(action);
      break;
    case Op::compute:
      thread.program.answer(request.value);
      break;
    case Op::fence:
      launch.races.fence(thread.id - launch.first_thread);
      break;
    default:
      break;
  }
  record_polling(thread, action);
  step.actions.push_back(std::move(action));
}

void Machine::record_polling(Live& thread, const Action& action) {
  if (action.op == Op::branch || action.op == Op::reconverge || action.op == Op::fence) return;
  const bool atomic = action.op == Op::atomic && action.array >= 0;
  const bool took = atomic && action.atomic == Atomic::cas && action.before == action.compare;
  const bool changed = atomic && stored_by(action.atomic, action.before, action.value,
                                           action.compare) != action.before;
  const bool polls = action.op == Op::load || (atomic && !changed);
  if (!polls || thread.spin_version != memory_version_) thread.polled.clear();
  const bool in_vain =
      polls && !thread.polled.insert({action.line, action.array, action.index}).second;
  thread.spins = in_vain ? thread.spins + 1 : 0;
  thread.spin_version = memory_version_;
  const bool mutex =
      action.array >= 0 && trace_.arrays[static_cast<std::size_t>(action.array)].is_mutex;
  thread.waits_for = polls && (mutex || in_vain) ? action.array : -1;
  if (!mutex) return;
  if (took) owners_[{action.array, action.index}] = thread.id;
  if (action.op == Op::atomic && action.atomic == Atomic::exch && action.value == 0.0) {
    owners_.erase({action.array, action.index});
  }
}

void Machine::release_barrier(Launch& launch, Step& step) {
  std::vector<Live*> waiting;
  std::vector<int> numbers;
  std::vector<int> here;
  std::vector<int> gone;
  for (Live& live : launch.threads) {
    if (live.block != step.block) continue;
    if (live.done) {
      gone.push_back(live.id);
      continue;
    }
    if (!live.at_barrier) return;
    waiting.push_back(&live);
    here.push_back(live.id);
    numbers.push_back(live.id - launch.first_thread);
  }
  if (waiting.empty()) return;
  const int line = waiting.front()->program.request().line;
  for (const Live* live : waiting) {
    if (live->program.request().line == line) continue;
    add_fault(words::mixed_barriers(trace_, waiting.front()->id, line, live->id,
                                    live->program.request().line));
  }
  if (!gone.empty() && !std::exchange(launch.reported_early_exit, true)) {
    add_fault(words::left_before_barrier(trace_, here, gone, line));
  }
  launch.races.barrier(numbers);
  for (Live* live : waiting) {
    live->at_barrier = false;
    continue_thread(*live);
    settle(launch, *live, step);
  }
}

void Machine::end_launch(Launch& launch, Step& step) {
  failed_ = true;
  for (Live& live : launch.threads) {
    live.done = true;
    settle(launch, live, step);
  }
}

void Machine::continue_thread(Live& thread) {
  if (!thread.program.resume()) thread.done = true;
}

void Machine::settle(Launch& /*launch*/, Live& thread, Step& step) {
  ThreadState& known = now_.threads[static_cast<std::size_t>(thread.id)];
  ThreadState next{.locals = thread.thread->locals()};
  if (thread.done) {
    next.status = Status::done;
    next.line = known.line;
    next.next = Op::finish;
  } else {
    next.status = thread.at_barrier                           ? Status::barrier
                  : thread.waits_for >= 0 && thread.spins > 0 ? Status::spinning
                                                              : Status::ready;
    next.line = thread.program.request().line;
    next.next = thread.program.request().op;
    next.waits_for = thread.waits_for;
  }
  if (next == known) return;
  step.changes.push_back({.kind = Change::Kind::thread,
                          .thread = thread.id,
                          .thread_before = known,
                          .thread_after = next});
  known = std::move(next);
}

bool Machine::is_stuck(Launch& launch, const Groups& groups) {
  const auto spins = [&launch, this](const Runnable& each) {
    const Live& live = launch.threads[static_cast<std::size_t>(each.thread - launch.first_thread)];
    return live.spins >= kSpinsBeforeStuck && live.spin_version == memory_version_;
  };
  if (!std::all_of(groups.threads().begin(), groups.threads().end(), spins)) return false;
  // If no thread can continue, none waits at a barrier either: the barrier would have been
  // released.
  const std::vector<words::Waiting> waiting = not_done(launch);
  if (!waiting.empty()) {
    add_fault(words::spinning_forever(trace_, waiting, groups.as_candidates()));
  }
  return true;
}

std::vector<words::Waiting> Machine::not_done(const Launch& launch) const {
  std::vector<words::Waiting> waiting;
  for (const Live& live : launch.threads) {
    if (live.done) continue;
    const auto owner = live.waits_for < 0 ? owners_.end() : owners_.find({live.waits_for, 0});
    waiting.push_back({.thread = live.id,
                       .line = live.program.request().line,
                       .at_barrier = live.at_barrier,
                       .polls = live.waits_for,
                       .owner = owner == owners_.end() ? -1 : owner->second});
  }
  return waiting;
}

}  // namespace heatwave::stage
