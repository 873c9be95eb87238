// Scrubbing: from the nearest state that was kept, forward step by step; or back by what was
// before.
#include "kernels/stage/trace.h"

#include <algorithm>

namespace heatwave::stage {

void apply(State& state, const Step& step) {
  for (const Change& change : step.changes) {
    switch (change.kind) {
      case Change::Kind::cell:
        state.arrays[static_cast<std::size_t>(change.array)]
                    [static_cast<std::size_t>(change.index)] = change.cell_after;
        break;
      case Change::Kind::thread:
        state.threads[static_cast<std::size_t>(change.thread)] = change.thread_after;
        break;
      case Change::Kind::host:
        state.host_line = change.host_line_after;
        state.launch = change.launch_after;
        break;
    }
  }
}

void take_back(State& state, const Step& step) {
  for (auto change = step.changes.rbegin(); change != step.changes.rend(); ++change) {
    switch (change->kind) {
      case Change::Kind::cell:
        state.arrays[static_cast<std::size_t>(change->array)]
                    [static_cast<std::size_t>(change->index)] = change->cell_before;
        break;
      case Change::Kind::thread:
        state.threads[static_cast<std::size_t>(change->thread)] = change->thread_before;
        break;
      case Change::Kind::host:
        state.host_line = change->host_line_before;
        state.launch = change->launch_before;
        break;
    }
  }
}

void Trace::index() {
  kept_.clear();
  State state = start;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (i % kKeptEvery == 0) kept_.push_back(state);
    apply(state, steps[i]);
  }
  if (kept_.empty()) kept_.push_back(state);
}

State Trace::at(int step) const {
  const int wanted = std::clamp(step, 0, static_cast<int>(steps.size()));
  const int from = kept_before(wanted);
  State state = kept_[static_cast<std::size_t>(from / kKeptEvery)];
  for (int i = from; i < wanted; ++i) apply(state, steps[static_cast<std::size_t>(i)]);
  return state;
}

int Trace::kept_before(int step) const {
  return kKeptEvery * std::min(step / kKeptEvery, static_cast<int>(kept_.size()) - 1);
}

Totals totals(const Trace& trace) {
  Totals sum{.steps = static_cast<int>(trace.steps.size())};
  for (const Step& step : trace.steps) {
    sum.sectors += step.cost.sectors;
    sum.conflicts += std::max(0, step.cost.ways - 1);
    sum.waiting += step.cost.waiting;
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
                                    "barrier",   "outside",         "endless"};
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace heatwave::stage
