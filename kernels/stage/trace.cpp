// A state is found by replaying steps forward from the nearest snapshot, or by undoing steps.
#include "kernels/stage/trace.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace heatwave::stage {
namespace {

LocalState& local_of(State& state, const Change& change) {
  const int first = state.threads[static_cast<std::size_t>(change.thread)].first_variable;
  return state.variables[static_cast<std::size_t>(first + change.index)];
}

}  // namespace

void apply(State& state, const Step& step) {
  for (const Change& change : step.changes) {
    switch (change.kind()) {
      case Change::Kind::cell:
        state.arrays[static_cast<std::size_t>(change.array)]
                    [static_cast<std::size_t>(change.index)] = change.cell().after;
        break;
      case Change::Kind::thread:
        static_cast<ThreadProgress&>(state.threads[static_cast<std::size_t>(change.thread)]) =
            change.progress().after;
        break;
      case Change::Kind::local:
        local_of(state, change) = change.local().after;
        break;
      case Change::Kind::host:
        state.host_line = change.host().after.line;
        state.launch = change.host().after.launch;
        break;
    }
  }
}

void undo(State& state, const Step& step) {
  for (auto change = step.changes.rbegin(); change != step.changes.rend(); ++change) {
    switch (change->kind()) {
      case Change::Kind::cell:
        state.arrays[static_cast<std::size_t>(change->array)]
                    [static_cast<std::size_t>(change->index)] = change->cell().before;
        break;
      case Change::Kind::thread:
        static_cast<ThreadProgress&>(state.threads[static_cast<std::size_t>(change->thread)]) =
            change->progress().before;
        break;
      case Change::Kind::local:
        local_of(state, *change) = change->local().before;
        break;
      case Change::Kind::host:
        state.host_line = change->host().before.line;
        state.launch = change->host().before.launch;
        break;
    }
  }
}

void Trace::index() {
  snapshots_.clear();
  if (steps.size() <= kSnapshotInterval) return;
  State state = start;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (i > 0 && i % kSnapshotInterval == 0) snapshots_.push_back(state);
    apply(state, steps[i]);
  }
}

State Trace::at(int step) const {
  const int wanted = std::clamp(step, 0, static_cast<int>(steps.size()));
  const int from = snapshot_before(wanted);
  State state =
      from == 0 ? start : snapshots_[static_cast<std::size_t>(from / kSnapshotInterval) - 1];
  for (int i = from; i < wanted; ++i) apply(state, steps[static_cast<std::size_t>(i)]);
  return state;
}

int Trace::snapshot_before(int step) const {
  return kSnapshotInterval *
         std::min(step / kSnapshotInterval, static_cast<int>(snapshots_.size()));
}

const std::vector<Candidate>& Trace::candidates_at(int step) const {
  const bool at_end = step < 0 || static_cast<std::size_t>(step) >= steps.size();
  return at_end ? candidates : steps[static_cast<std::size_t>(step)].candidates;
}

int Trace::choices_before(int step) const {
  const auto end = steps.begin() + std::clamp(step, 0, static_cast<int>(steps.size()));
  return static_cast<int>(
      std::count_if(steps.begin(), end, [](const Step& each) { return !each.candidates.empty(); }));
}

namespace {

/// The atomics of one launch on one cell.
struct Queue {
  std::set<int> threads;
  std::set<int> blocks;
};

/// Returns whether a warp executes the step as an instruction.
bool is_instruction(const Step& step) {
  const Op op = step.actions.front().op;
  return step.warp >= 0 && op != Op::start && op != Op::reconverge && op != Op::finish;
}

void add_cost(Cost& sum, const Step& step) {
  ++sum.instructions;
  sum.sectors += step.cost.sectors;
  sum.conflicts += std::max(0, step.cost.ways - 1);
  sum.waiting += step.cost.waiting;
  const Op op = step.actions.front().op;
  if (op == Op::barrier || op == Op::grid_barrier) ++sum.barriers;
}

}  // namespace

bool waits_for_turn(const Step& step, const Action& action) {
  if (action.op != Op::atomic) return false;
  for (const Action& earlier : step.actions) {
    if (&earlier == &action) break;
    const bool is_same_cell = earlier.array == action.array && earlier.index == action.index;
    if (earlier.op == Op::atomic && is_same_cell) return true;
  }
  return false;
}

Totals totals(const Trace& trace) {
  Totals sum;
  sum.steps = static_cast<int>(trace.steps.size());
  sum.sectors_of.resize(trace.arrays.size());
  std::map<std::tuple<int, int, std::int64_t>, Queue> queues;
  for (const Step& step : trace.steps) {
    if (is_instruction(step)) {
      add_cost(sum, step);
      add_cost(sum.by_line[step.actions.front().line], step);
    }
    const int array = step.actions.front().array;
    if (array >= 0) sum.sectors_of[static_cast<std::size_t>(array)] += step.cost.sectors;
    for (const Action& action : step.actions) {
      if (action.op != Op::atomic) continue;
      Queue& queue = queues[{step.launch, action.array, action.index}];
      queue.threads.insert(action.thread);
      queue.blocks.insert(step.block);
    }
  }
  for (const auto& [cell, queue] : queues) {
    const ArrayInfo& array = trace.arrays[static_cast<std::size_t>(std::get<1>(cell))];
    const auto threads = static_cast<int>(queue.threads.size());
    if (array.space == Space::shared) {
      sum.shared_queue = std::max(sum.shared_queue, threads);
    } else if (threads > sum.global_queue) {
      sum.global_queue = threads;
      sum.global_queue_blocks = static_cast<int>(queue.blocks.size());
    }
  }
  return sum;
}

const char* name_of(Atomic atomic) {
  constexpr const char* kNames[] = {"atomicAdd", "atomicSub", "atomicExch", "atomicMin",
                                    "atomicMax", "atomicInc", "atomicDec",  "atomicCAS",
                                    "atomicAnd", "atomicOr",  "atomicXor"};
  return kNames[static_cast<std::size_t>(atomic)];
}

const char* name_of(FaultKind kind) {
  constexpr const char* kNames[] = {"data race", "unwritten value", "deadlock", "livelock",
                                    "barrier",   "out of bounds",   "endless",  "wrong result"};
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace heatwave::stage
