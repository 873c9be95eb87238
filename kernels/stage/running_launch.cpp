// After each step of a group, the barriers that it completes are released, and all its changes are
// noted.
#include "kernels/stage/running_launch.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "kernels/core/error.h"
#include "kernels/stage/warp_exchange.h"

namespace heatwave::stage {

using cuda_text::BarrierKind;
using cuda_text::VoteKind;
using cuda_text::Word;

namespace {

/// Goes to the next place of a block or of a grid of this size, x first.
void step_in(Dim size, Dim& place) {
  if (++place.x < size.x) return;
  place.x = 0;
  if (++place.y < size.y) return;
  place.y = 0;
  ++place.z;
}

/// Returns the values of all threads of a block, but for their places in it.
SpecialValues special_values(const KernelLaunch& what, Dim block, int warp) {
  SpecialValues values{};
  int next = 0;
  for (const Dim& each : {Dim{0, 0, 0}, block, what.block, what.grid}) {
    for (const int value : {each.x, each.y, each.z})
      values[static_cast<std::size_t>(next++)] = value;
  }
  values.back() = warp;
  return values;
}

int warps_in(int threads, int warp) { return (threads + warp - 1) / warp; }

bool waits_for_warp(Op op) { return op == Op::reconverge || op == Op::shuffle || op == Op::vote; }

/// Puts the arguments of a launch into the first bytes of a thread's memory.
LoadedKernel loaded(const KernelLaunch& launch) {
  const cuda_text::Program& program = *launch.program;
  if (launch.arguments.size() != program.parameters.size()) {
    throw core::Error(program.name + " takes " + std::to_string(program.parameters.size()) +
                      " arguments, not " + std::to_string(launch.arguments.size()));
  }
  LoadedKernel made{.program = launch.program, .parameters = {}};
  made.parameters.reserve(program.parameters.size() * sizeof(Word));
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const cuda_text::Parameter& parameter = program.parameters[i];
    const Argument& argument = launch.arguments[i];
    if (parameter.is_pointer != argument.is_array) {
      throw core::Error("the argument '" + parameter.name + "' of " + program.name + " is a " +
                        (parameter.is_pointer ? "pointer, not a number" : "number, not a pointer"));
    }
    const Word word = argument.is_array ? cuda_text::Pointer{argument.array, 0}.word()
                                        : cuda_text::from_double(parameter.scalar, argument.number);
    const auto bytes = static_cast<std::size_t>(
        argument.is_array ? static_cast<int>(sizeof word) : cuda_text::bytes_of(parameter.scalar));
    const auto at = static_cast<std::size_t>(parameter.offset);
    made.parameters.resize(std::max(made.parameters.size(), at + bytes));
    std::memcpy(made.parameters.data() + at, &word, bytes);
  }
  return made;
}

}  // namespace

/// Ends an object whose memory an arena owns.
struct Destroy {
  void operator()(KernelThread* thread) const { std::destroy_at(thread); }
};

struct RunningLaunch::Live {
  int id = 0;    ///< index into Trace::threads
  int warp = 0;  ///< index in the launch, counted through its blocks
  int block = 0;
  int lane = 0;
  std::unique_ptr<KernelThread, Destroy> thread;
  bool done = false;
  bool at_barrier = false;       ///< its block's, or the grid's
  bool at_warp_barrier = false;  ///< waits for other lanes
  std::int64_t last_step = -1;
};

RunningLaunch::RunningLaunch(PlayLog& log, Memory& memory, PrintBuffer& buffer, Arena& arena,
                             const KernelLaunch& what, int warp)
    : log_(log),
      memory_(memory),
      buffer_(buffer),
      first_thread_(static_cast<int>(log.trace().threads.size())),
      index_(static_cast<int>(log.trace().launches.size()) - 1),
      races_(what.grid.count() * what.block.count(), static_cast<std::size_t>(memory.cells()),
             arena),
      access_(log, memory, races_, first_thread_),
      spins_(memory, arena, what.grid.count() * what.block.count()),
      costs_(arena),
      kernel_(loaded(what)),
      arena_(arena),
      in_block_(what.block.count()),
      groups_(what.grid.count() * warps_in(in_block_, warp)),
      address_of_([&memory](int array) { return memory.info(array).address; }) {
  declare_threads(what, warp);
}

RunningLaunch::~RunningLaunch() = default;

RunningLaunch::Live& RunningLaunch::live(const Runnable& each) {
  return threads_[static_cast<std::size_t>(each.thread - first_thread_)];
}

void RunningLaunch::declare_threads(const KernelLaunch& what, int warp) {
  const int blocks = what.grid.count();
  const auto threads = static_cast<std::size_t>(blocks) * static_cast<std::size_t>(in_block_);
  std::vector<ThreadInfo>& infos = log_.trace().threads;
  infos.reserve(infos.size() + threads);
  threads_.reserve(threads);
  objects_.reserve(static_cast<std::size_t>(blocks));
  warps_.reserve(static_cast<std::size_t>(blocks * warps_in(in_block_, warp)));
  Dim block_at{0, 0, 0};
  for (int block = 0; block < blocks; ++block, step_in(what.grid, block_at)) {
    objects_.push_back(memory_.objects_of(what, block));
    SpecialValues special = special_values(what, block_at, warp);
    const auto first_warp = static_cast<int>(warps_.size());
    Dim at{0, 0, 0};
    for (int thread = 0; thread < in_block_; ++thread, step_in(what.block, at)) {
      const int lane = thread % warp;
      const auto number = static_cast<int>(threads_.size());
      if (lane == 0) {
        warps_.push_back({.begin = number, .end = number + std::min(warp, in_block_ - thread)});
      }
      special[0] = at.x;
      special[1] = at.y;
      special[2] = at.z;
      Live& live = threads_.emplace_back();
      live.id = first_thread_ + number;
      live.warp = static_cast<int>(warps_.size()) - 1;
      live.block = block;
      live.lane = lane;
      live.thread.reset(
          arena_.object<KernelThread>(kernel_, special, objects_.back(), address_of_, arena_));
      ThreadInfo& info = infos.emplace_back();
      info.launch = index_;
      info.block = block;
      info.thread = thread;
      info.warp = live.warp - first_warp;
      info.lane = lane;
    }
  }
}

std::span<RunningLaunch::Live> RunningLaunch::block_threads(int block) {
  const auto count = static_cast<std::size_t>(in_block_);
  return std::span(threads_).subspan(static_cast<std::size_t>(block) * count, count);
}

std::span<RunningLaunch::Live> RunningLaunch::warp_threads(int warp) {
  const Warp& its = warps_[static_cast<std::size_t>(warp)];
  return std::span(threads_).subspan(static_cast<std::size_t>(its.begin),
                                     static_cast<std::size_t>(its.end - its.begin));
}

void RunningLaunch::note_changed(int warp) {
  if (!std::exchange(warps_[static_cast<std::size_t>(warp)].is_changed, true)) {
    changed_warps_.push_back(warp);
  }
}

void RunningLaunch::begin() {
  State& now = log_.now();
  const auto variables =
      static_cast<int>(log_.trace().launches[static_cast<std::size_t>(index_)].variables.size());
  auto first = static_cast<int>(now.variables.size());
  now.variables.resize(now.variables.size() +
                       threads_.size() * static_cast<std::size_t>(variables));
  now.threads.resize(log_.trace().threads.size());
  for (Live& live : threads_) {
    ThreadState& its = now.threads[static_cast<std::size_t>(live.id)];
    its.first_variable = std::exchange(first, first + variables);
    its.variables = variables;
    resume(live);
    settle(live);
  }
  if (ended_) end_all();
}

bool RunningLaunch::has_ended() const {
  return std::all_of(threads_.begin(), threads_.end(), [](const Live& live) { return live.done; });
}

const Groups& RunningLaunch::candidates(const Scheduler& scheduler) {
  constexpr int kOps = 32;
  for (const int warp : changed_warps_) {
    warps_[static_cast<std::size_t>(warp)].is_changed = false;
    const std::span<const Live> lanes = warp_threads(warp);
    runnable_.clear();
    runnable_.reserve(lanes.size());
    for (const Live& live : lanes) {
      if (live.done || live.at_barrier || live.at_warp_barrier) continue;
      const Request& request = live.thread->request();
      Runnable& runnable = runnable_.emplace_back();
      runnable.thread = live.id;
      runnable.warp = live.warp;
      runnable.line = request.line;
      runnable.kind = (request.array + 1) * kOps + static_cast<int>(request.op);
      runnable.last_step = live.last_step;
      runnable.polls = spins_.polls_in_vain(live.id - first_thread_);
      runnable.position = live.thread->position();
    }
    scheduler.divide(runnable_, warp, groups_);
  }
  changed_warps_.clear();
  return groups_;
}

void RunningLaunch::take_step(std::span<const Runnable> group, Step& step) {
  const Live& first = live(group.front());
  step.launch = index_;
  step.block = first.block;
  step.warp = log_.trace().threads[static_cast<std::size_t>(first.id)].warp;
  note_changed(first.warp);
  for (const Runnable& each : group) {
    live(each).last_step = static_cast<std::int64_t>(log_.trace().steps.size());
    perform(live(each));
  }
  step.cost = costs_.cost(log_.trace().arrays, log_.actions());
  const Op op = log_.actions().front().op;
  const bool waits = op == Op::barrier || op == Op::grid_barrier || waits_for_warp(op);
  // A thread that is released has its next request, so this is asked before.
  const bool asks_who_is_active =
      op == Op::vote && first.thread->request().how == static_cast<int>(VoteKind::active);
  if (asks_who_is_active) {
    tell_active(group);
  } else if (op == Op::barrier) {
    release_barrier(first.block);
  } else if (op == Op::grid_barrier) {
    release_grid();
  } else if (waits_for_warp(op)) {
    release_warp(first.warp);
  }
  const bool immediate = !waits || asks_who_is_active;
  bool ended = false;
  for (const Runnable& each : group) {
    Live& thread = live(each);
    if (immediate) resume(thread);
    ended = ended || thread.done;
    settle(thread);
  }
  // Barriers no longer wait for ended threads.
  if (ended) {
    if (op != Op::barrier) release_barrier(first.block);
    release_grid();
    release_warp(first.warp);
  }
  if (ended_) end_all();
}

void RunningLaunch::perform(Live& thread) {
  const Request& request = thread.thread->request();
  Action& action = log_.add_action();
  action.thread = thread.id;
  action.op = request.op;
  action.atomic = request.atomic;
  action.of_loop = request.op == Op::branch && request.how != 0;
  action.line = request.line;
  if (request.data[0] != 0) action.value = cuda_text::as_double(request.scalar, request.data[0]);
  if (request.compare != 0) {
    action.compare = cuda_text::as_double(request.scalar, request.compare);
  }
  MemoryAccess::Result result;
  switch (request.op) {
    case Op::load:
    case Op::store:
    case Op::atomic:
      result = access_.perform(*thread.thread, action);
      ended_ = ended_ || result.ends;
      break;
    case Op::barrier:
      action.value = 0;
      thread.at_barrier = true;
      break;
    case Op::grid_barrier:
      thread.at_barrier = true;
      break;
    case Op::reconverge:
    case Op::shuffle:
    case Op::vote:
      thread.at_warp_barrier = true;
      break;
    case Op::print:
      action.text = log_.add_text(request.text);
      print_line(action);
      break;
    case Op::fence:
      races_.fence(thread.id - first_thread_);
      break;
    case Op::branch:
    case Op::compute:
    case Op::start:
    case Op::host:
    case Op::launch:
    case Op::finish:
      break;
  }
  spins_.note(thread.id - first_thread_, *thread.thread, action, result.changed);
}

void RunningLaunch::print_line(Action& action) {
  action.array = buffer_.array;
  action.index = buffer_.printed++;
  if (buffer_.array < 0 || !memory_.inside(buffer_.array, action.index)) return;
  const Scalar scalar = memory_.info(buffer_.array).cell(action.index).scalar;
  memory_.set_bits(buffer_.array, action.index, cuda_text::from_double(scalar, action.value));
}

bool RunningLaunch::all_wait(std::span<const Live> threads, Op barrier) {
  bool any = false;
  for (const Live& live : threads) {
    if (live.done) continue;
    if (!live.at_barrier || live.thread->request().op != barrier) return false;
    any = true;
  }
  return any;
}

void RunningLaunch::release_barrier(int block) {
  const std::span<Live> all_threads = block_threads(block);
  if (!all_wait(all_threads, Op::barrier)) return;
  std::vector<Live*> waiting;
  std::vector<int> numbers;
  std::vector<int> here;
  std::vector<int> gone;
  for (Live& live : all_threads) {
    if (live.done) {
      gone.push_back(live.id);
      continue;
    }
    waiting.push_back(&live);
    here.push_back(live.id);
    numbers.push_back(live.id - first_thread_);
  }
  const Request& first = waiting.front()->thread->request();
  const int line = first.line;
  for (const Live* live : waiting) {
    const int other = live->thread->request().line;
    if (other == line) continue;
    log_.add_fault(words::mixed_barriers(log_.trace(), waiting.front()->id, line, live->id, other));
  }
  if (!gone.empty() && !std::exchange(reported_early_exit_, true)) {
    log_.add_fault(words::left_before_barrier(log_.trace(), here, gone, line));
  }
  races_.barrier(numbers);
  int count = 0;
  for (const Live* live : waiting) count += live->thread->request().data[0] != 0 ? 1 : 0;
  for (Live* live : waiting) {
    const auto kind = static_cast<BarrierKind>(live->thread->request().how);
    const int all = static_cast<int>(waiting.size());
    const int result = kind == BarrierKind::count ? count
                       : kind == BarrierKind::any ? (count > 0 ? 1 : 0)
                                                  : (count == all ? 1 : 0);
    live->thread->answer({static_cast<Word>(result), 0});
  }
  release_all(waiting);
}

void RunningLaunch::release_grid() {
  if (!all_wait(threads_, Op::grid_barrier)) return;
  std::vector<Live*> waiting;
  std::vector<int> numbers;
  for (Live& live : threads_) {
    if (live.done) continue;
    waiting.push_back(&live);
    numbers.push_back(live.id - first_thread_);
  }
  races_.barrier(numbers);
  release_all(waiting);
}

void RunningLaunch::tell_active(std::span<const Runnable> group) {
  std::uint32_t lanes = 0;
  for (const Runnable& each : group) lanes |= 1U << static_cast<unsigned>(live(each).lane);
  for (const Runnable& each : group) {
    live(each).at_warp_barrier = false;
    live(each).thread->answer({lanes, 0});
  }
}

void RunningLaunch::release_warp(int warp) {
  std::vector<Live*> waiting;
  std::uint32_t alive = 0;
  for (Live& live : warp_threads(warp)) {
    if (live.done) continue;
    alive |= 1U << static_cast<unsigned>(live.lane);
    if (live.at_warp_barrier) waiting.push_back(&live);
  }
  while (!waiting.empty()) {
    // The lanes that wait at the place of the first one for the same lanes as it does: tiles of a
    // warp are there at one moment, but wait for themselves.
    const int place = waiting.front()->thread->request().place;
    const std::uint32_t mask = waiting.front()->thread->request().mask;
    std::vector<Live*> together;
    std::vector<Live*> others;
    for (Live* live : waiting) {
      const Request& request = live->thread->request();
      (request.place == place && request.mask == mask ? together : others).push_back(live);
    }
    release_lanes(together, alive);
    waiting = std::move(others);
  }
}

void RunningLaunch::release_lanes(const std::vector<Live*>& together, std::uint32_t alive) {
  const Request& first = together.front()->thread->request();
  std::uint32_t arrived = 0;
  std::vector<LaneValue> lanes;
  std::vector<int> numbers;
  for (const Live* live : together) {
    arrived |= 1U << static_cast<unsigned>(live->lane);
    lanes.push_back({live->lane, &live->thread->request()});
    numbers.push_back(live->id - first_thread_);
  }
  const std::uint32_t wanted = first.mask & alive;
  if ((arrived & wanted) != wanted) return;
  const std::vector<Word> results = exchanged(lanes);
  if (first.op == Op::reconverge) races_.barrier(numbers);
  for (std::size_t i = 0; i < together.size(); ++i) together[i]->thread->answer({results[i], 0});
  release_all(together);
}

void RunningLaunch::release_all(const std::vector<Live*>& threads) {
  for (Live* live : threads) {
    live->at_barrier = false;
    live->at_warp_barrier = false;
    resume(*live);
    settle(*live);
  }
}

void RunningLaunch::end_all() {
  for (Live& live : threads_) {
    live.done = true;
    note_changed(live.warp);
    settle(live);
  }
}

void RunningLaunch::resume(Live& thread) {
  note_changed(thread.warp);
  if (!thread.thread->resume()) thread.done = true;
  if (!thread.thread->has_fault()) return;
  const ThreadFault fault = thread.thread->take_fault();
  log_.add_fault(words::own_fault(log_.trace(), thread.id, fault));
  ended_ = ended_ || fault.ends;
}

void RunningLaunch::settle(Live& thread) {
  ThreadState& known = log_.now().threads[static_cast<std::size_t>(thread.id)];
  for (const int changed : thread.thread->changed()) {
    LocalState& local = log_.now().variables[static_cast<std::size_t>(known.first_variable) +
                                             static_cast<std::size_t>(changed)];
    const LocalState& now = thread.thread->locals()[static_cast<std::size_t>(changed)];
    if (local.value == now.value && local.is_set == now.is_set) continue;
    log_.note_local(thread.id, changed, local, now);
    local = now;
  }
  thread.thread->forget_changed();
  ThreadProgress next;
  if (thread.done) {
    next.status = Status::done;
    next.line = known.line;
    next.next = Op::finish;
  } else {
    next.status = thread.at_barrier || thread.at_warp_barrier       ? Status::barrier
                  : spins_.polls_in_vain(thread.id - first_thread_) ? Status::spinning
                                                                    : Status::ready;
    next.line = thread.thread->request().line;
    next.next = thread.thread->request().op;
    next.waits_for = spins_.waits_for(thread.id - first_thread_);
  }
  ThreadProgress& progress = known;
  if (next == progress) return;
  log_.note_progress(thread.id, progress, next);
  progress = next;
}

bool RunningLaunch::is_stuck() {
  const bool all_spin = groups_.for_each([this](std::span<const Runnable> group, std::int64_t) {
    return std::all_of(group.begin(), group.end(), [this](const Runnable& each) {
      return spins_.spins(each.thread - first_thread_);
    });
  });
  if (!all_spin) return false;
  // If no thread can continue, none waits at a barrier either: the barrier would have been
  // released.
  const std::vector<words::Waiting> waiting = not_done();
  if (waiting.empty()) return true;
  const Trace& trace = log_.trace();
  log_.add_fault(groups_.size() == 0
                     ? words::waiting_forever(trace, waiting)
                     : words::spinning_forever(trace, waiting, groups_.as_candidates()));
  return true;
}

std::vector<words::Waiting> RunningLaunch::not_done() const {
  std::vector<words::Waiting> waiting;
  for (const Live& live : threads_) {
    if (live.done) continue;
    words::Waiting each{.thread = live.id,
                        .line = live.thread->request().line,
                        .at_barrier = live.at_barrier,
                        .at_warp_barrier = live.at_warp_barrier};
    spins_.describe(live.id - first_thread_, each);
    waiting.push_back(each);
  }
  return waiting;
}

}  // namespace heatwave::stage
