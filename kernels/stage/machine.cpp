// A play runs here: the steps of the host, the launches, and the steps of their threads, which
// start, take one step at a time, wait at barriers and end.
#include "kernels/stage/machine.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "kernels/core/error.h"
#include "kernels/core/warp_access.h"
#include "kernels/stage/stage_words.h"
#include "kernels/stage/trace.h"

namespace heatwave::stage {
namespace {

constexpr std::int64_t kAlignment = 256;  // bytes; cudaMalloc guarantees at least this
constexpr std::int64_t kCellBytes = 4;

/// Returns a value as the array's cells store it: int32 wraps around, float32 rounds.
double as_stored(const ArrayInfo& array, double value) {
  if (!array.whole_numbers) return static_cast<double>(static_cast<float>(value));
  if (!std::isfinite(value)) return 0.0;
  const auto whole = static_cast<std::int64_t>(value);
  return static_cast<double>(static_cast<std::int32_t>(static_cast<std::uint32_t>(whole)));
}

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

struct Machine::Live {
  int id = 0;    ///< index into Trace::threads
  int warp = 0;  ///< index in the launch, counted through its blocks
  int block = 0;
  std::unique_ptr<Thread> thread;
  Program program;
  bool done = false;
  bool at_barrier = false;
  std::int64_t last_step = -1;
  int spins = 0;          ///< how often in a row it has polled without success
  int spin_version = -1;  ///< version of the memory at the last poll
  int waits_for = -1;     ///< array that it polls
  /// Line, array and index of its polls since the memory changed.
  std::set<std::tuple<int, int, std::int64_t>> polled;
};

struct Machine::Launch {
  Launch(int first, int number_of_threads, int number)
      : first_thread(first), index(number), races(number_of_threads) {}

  int first_thread;
  int index;
  int blocks = 0;
  /// True: the fault of threads that left before a barrier has been reported.
  bool reported_early_exit = false;
  bool ended = false;  ///< true: an illegal access has ended it
  std::vector<Live> threads;
  RaceDetector races;
};

Machine::Machine(Rules rules) : rules_(std::move(rules)), scheduler_(rules_.schedule) {
  if (rules_.warp < 1) throw core::Error("a warp has at least one thread");
}

Array Machine::declare(ArrayInfo info) {
  const std::int64_t bytes = kCellBytes * info.size;
  std::int64_t& next =
      info.space == Space::shared ? next_shared_address_[info.block] : next_address_;
  info.address = next;
  // Shared arrays are stored one after the other, so that each begins in the bank after the last
  // one's end.
  next += info.space == Space::shared ? bytes : (bytes + kAlignment - 1) / kAlignment * kAlignment;
  now_.arrays.emplace_back(static_cast<std::size_t>(info.size));
  trace_.start.arrays.emplace_back(static_cast<std::size_t>(info.size));
  trace_.arrays.push_back(std::move(info));
  return Array(static_cast<int>(trace_.arrays.size()) - 1);
}

Array Machine::array(const std::string& name, Space space, const std::vector<double>& cells,
                     int width, bool whole_numbers) {
  const Array made = unwritten(name, space, static_cast<int>(cells.size()), width, whole_numbers);
  for (std::size_t i = 0; i < cells.size(); ++i) fill(i, cells[i]);
  return made;
}

Array Machine::padded(const std::string& name, const std::vector<double>& cells, int width,
                      int pitch) {
  const std::size_t rows = cells.size() / static_cast<std::size_t>(width);
  const Array made = unwritten(name, Space::global, static_cast<int>(rows) * pitch, pitch, false);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::size_t row = i / static_cast<std::size_t>(width);
    fill(i + row * static_cast<std::size_t>(pitch - width), cells[i]);
  }
  return made;
}

void Machine::address_by(Array array, Array addresses) {
  trace_.arrays[static_cast<std::size_t>(array.id())].addresses = addresses.id();
}

void Machine::fill(std::size_t index, double value) {
  const CellState cell{value, true, -1};
  now_.arrays.back()[index] = cell;
  trace_.start.arrays.back()[index] = cell;
}

Array Machine::unwritten(const std::string& name, Space space, int size, int width,
                         bool whole_numbers) {
  return declare(
      {.name = name, .space = space, .size = size, .width = width, .whole_numbers = whole_numbers});
}

Array Machine::mutex(const std::string& name) {
  const Array made = array(name, Space::global, {0.0});
  trace_.arrays.back().is_mutex = true;
  return made;
}

Array Machine::shared(int block, const std::string& name, int size, int width, bool whole) {
  const auto known = shared_.find({block, name});
  if (known != shared_.end()) return Array(known->second);
  const Array made = declare({.name = name,
                              .space = Space::shared,
                              .launch = static_cast<int>(trace_.launches.size()) - 1,
                              .block = block,
                              .size = size,
                              .width = width,
                              .whole_numbers = whole});
  shared_[{block, name}] = made.id();
  return made;
}

bool Machine::inside(int array, std::int64_t index) const {
  return index >= 0 && index < trace_.arrays[static_cast<std::size_t>(array)].size;
}

double Machine::value(Array array, std::int64_t index) const {
  if (!inside(array.id(), index)) throw core::Error("the host reads outside an array");
  return now_.arrays[static_cast<std::size_t>(array.id())][static_cast<std::size_t>(index)].value;
}

void Machine::set(Array array, std::int64_t index, double value) {
  if (!inside(array.id(), index)) throw core::Error("the host writes outside an array");
  if (open_step_ == nullptr) throw core::Error("the host may write only in a host step");
  set_cell(*open_step_, array.id(), index, value);
}

void Machine::set_cell(Step& step, int array, std::int64_t index, double wanted) {
  const double value = as_stored(trace_.arrays[static_cast<std::size_t>(array)], wanted);
  CellState& cell = now_.arrays[static_cast<std::size_t>(array)][static_cast<std::size_t>(index)];
  const CellState before = cell;
  cell = {value, true, static_cast<int>(trace_.steps.size())};
  if (before.value != value || !before.written) ++memory_version_;
  step.changes.push_back({.kind = Change::Kind::cell,
                          .array = array,
                          .index = index,
                          .cell_before = before,
                          .cell_after = cell});
}

void Machine::add_fault(Fault fault) {
  const int first = fault.lines.empty() ? 0 : fault.lines.front();
  const int second = fault.lines.size() < 2 ? 0 : fault.lines[1];
  if (!reported_.insert({fault.kind, fault.array, std::min(first, second), std::max(first, second)})
           .second) {
    return;
  }
  fault.step = static_cast<int>(trace_.steps.size());
  if (open_step_ != nullptr) open_step_->faults.push_back(static_cast<int>(trace_.faults.size()));
  trace_.faults.push_back(std::move(fault));
}

void Machine::end_step(Step step) {
  open_step_ = nullptr;
  trace_.steps.push_back(std::move(step));
}

Trace Machine::play(const std::function<void()>& host) {
  trace_.start = now_;
  try {
    host();
  } catch (const Ended&) {  // the trace contains the reason
  }
  trace_.start.threads.resize(trace_.threads.size());
  trace_.start.arrays.resize(trace_.arrays.size());
  trace_.index();
  return std::move(trace_);
}

void Machine::step(const std::string& text, const std::function<void()>& work, int line) {
  Step step;
  open_step_ = &step;
  if (work) work();
  step.changes.push_back({.kind = Change::Kind::host,
                          .host_line_before = now_.host_line,
                          .host_line_after = line,
                          .launch_before = now_.launch,
                          .launch_after = -1});
  now_.host_line = line;
  now_.launch = -1;
  step.actions.push_back({.op = Op::host, .line = line, .text = text});
  end_step(std::move(step));
}

void Machine::queue_launch(Queued launch, int line) {
  const std::string what = launch.name + "<<<" + std::to_string(launch.grid.count()) + ", " +
                           std::to_string(launch.block.count()) + ">>>";
  step("the host puts " + what + " into the stream and continues at once", {}, line);
  queue_.push_back(std::move(launch));
}

void Machine::synchronise(int line) {
  for (const Queued& each : std::exchange(queue_, {})) {
    if (failed_) break;  // nothing runs after an error
    run_launch(each.name, each.grid, each.block, line, each.make, true);
  }
}

void Machine::free_array(Array array) {
  if (open_step_ == nullptr) throw core::Error("the host may free memory only in a host step");
  freed_.insert(array.id());
  auto& cells = now_.arrays[static_cast<std::size_t>(array.id())];
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const CellState before = cells[i];
    // Freed memory may keep its values for a while, without any guarantee.
    cells[i].written = false;
    open_step_->changes.push_back({.kind = Change::Kind::cell,
                                   .array = array.id(),
                                   .index = static_cast<std::int64_t>(i),
                                   .cell_before = before,
                                   .cell_after = cells[i]});
  }
}

double Machine::memory_access(Launch& launch, const Request& request, Action& action) {
  if (request.array < 0) {
    add_fault(words::null_pointer(trace_, action));
    launch.ended = true;
    return 0.0;
  }
  if (!inside(request.array, request.index)) {
    add_fault(words::outside(trace_, action));
    return 0.0;
  }
  const CellState cell =
      now_.arrays[static_cast<std::size_t>(request.array)][static_cast<std::size_t>(request.index)];
  action.before = cell.value;
  if (freed_.contains(request.array)) {
    add_fault(words::use_after_free(trace_, action));
  } else if (!cell.written && request.op != Op::store) {
    add_fault(words::unwritten(trace_, action));
  }
  check_order(launch, action);
  if (request.op == Op::load) {
    action.value = cell.value;
    return cell.value;
  }
  const double stored = request.op == Op::store
                            ? request.value
                            : stored_by(request.atomic, cell.value, request.value, request.compare);
  const bool kept =
      request.op == Op::atomic && request.atomic == Atomic::cas && cell.value != request.compare;
  if (!kept) set_cell(*open_step_, request.array, request.index, stored);
  return cell.value;
}

void Machine::print_line(Action& action) {
  action.index = printed_[action.array]++;
  if (inside(action.array, action.index)) {
    set_cell(*open_step_, action.array, action.index, action.value);
  }
}

void Machine::check_order(Launch& launch, const Action& action) {
  const bool atomic = action.op == Op::atomic;
  const int first = launch.first_thread;
  auto earlier = launch.races.access(action.array, action.index,
                                     {.thread = action.thread - first,
                                      .line = action.line,
                                      .writes = action.op != Op::load,
                                      .atomic = atomic});
  if (!earlier) return;
  earlier->thread += first;
  add_fault(words::race(trace_, *earlier, action));
}

double stored_by(Atomic atomic, double old, double value, double compare) {
  const auto a = static_cast<std::int64_t>(old);
  const auto b = static_cast<std::int64_t>(value);
  switch (atomic) {
    case Atomic::add:
      return old + value;
    case Atomic::sub:
      return old - value;
    case Atomic::exch:
      return value;
    case Atomic::min:
      return std::min(old, value);
    case Atomic::max:
      return std::max(old, value);
    case Atomic::inc:
      return old >= value ? 0.0 : old + 1;
    case Atomic::dec:
      return old == 0.0 || old > value ? value : old - 1;
    case Atomic::cas:
      return old == compare ? value : old;
    case Atomic::band:
      return static_cast<double>(a & b);
    case Atomic::bor:
      return static_cast<double>(a | b);
    case Atomic::bxor:
      return static_cast<double>(a ^ b);
  }
  return old;
}

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
    settle(live, step);
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
    settle(live(each.thread), step);
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
    settle(*live, step);
  }
}

void Machine::end_launch(Launch& launch, Step& step) {
  failed_ = true;
  for (Live& live : launch.threads) {
    live.done = true;
    settle(live, step);
  }
}

void Machine::continue_thread(Live& thread) {
  if (!thread.program.resume()) thread.done = true;
}

void Machine::settle(Live& thread, Step& step) {
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
