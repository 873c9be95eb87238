// Steps are added when they end; a fault belongs to the step that is open.
#include "kernels/stage/play_log.h"

#include <algorithm>
#include <span>
#include <utility>

namespace heatwave::stage {
namespace {

constexpr std::size_t kUsual = 64;  // steps of a play, and actions and changes of a step

std::size_t bytes_of(const State& state) {
  std::size_t cells = 0;
  for (const std::vector<CellState>& array : state.arrays) cells += array.size();
  return cells * sizeof(CellState) + state.threads.size() * sizeof(ThreadState) +
         state.variables.size() * sizeof(LocalState);
}

}  // namespace

PlayLog::PlayLog(std::shared_ptr<Arena> arena)
    : arena_(std::move(arena)), actions_(*arena_, kUsual), changes_(*arena_, kUsual) {
  trace_.memory = arena_;
  trace_.steps.reserve(kUsual);
}

Trace PlayLog::finish() {
  trace_.start.variables.resize(now_.variables.size());
  trace_.start.threads.resize(now_.threads.size());
  for (std::size_t i = 0; i < now_.threads.size(); ++i) {
    trace_.start.threads[i].first_variable = now_.threads[i].first_variable;
    trace_.start.threads[i].variables = now_.threads[i].variables;
  }
  trace_.index();
  return std::move(trace_);
}

Step& PlayLog::begin_step() {
  is_open_ = true;
  step_ = {};
  return step_;
}

void PlayLog::end_step() {
  is_open_ = false;
  std::size_t bytes =
      sizeof step_ + actions_.size() * sizeof(Action) + changes_.size() * sizeof(Change);
  for (const Candidate& each : step_.candidates) {
    bytes += sizeof each + each.threads.size() * sizeof(int);
  }
  if (trace_.steps.size() % Trace::kSnapshotInterval == 0) bytes += bytes_of(now_);
  bytes_ += static_cast<std::int64_t>(bytes);
  step_.actions = arena_->copied(actions());
  step_.changes = arena_->copied(std::as_const(changes_).all());
  actions_.clear();
  changes_.clear();
  trace_.steps.push_back(std::move(step_));
}

int PlayLog::add_text(std::string text) {
  bytes_ += static_cast<std::int64_t>(text.size());
  trace_.texts.push_back(std::move(text));
  return static_cast<int>(trace_.texts.size()) - 1;
}

void PlayLog::move_host(int line, int launch) {
  note(-1, -1, 0, HostProgress{now_.host_line, now_.launch}, HostProgress{line, launch});
  now_.host_line = line;
  now_.launch = launch;
}

PlayLog::Place PlayLog::place_of(FaultKind kind, int array, int line, int other_line) {
  return {kind, array, std::min(line, other_line), std::max(line, other_line)};
}

bool PlayLog::has_fault(FaultKind kind, int array, int line, int other_line) const {
  return reported_.contains(place_of(kind, array, line, other_line));
}

void PlayLog::add_fault(Fault fault) {
  const int first = fault.lines.empty() ? 0 : fault.lines.front();
  const int second = fault.lines.size() < 2 ? 0 : fault.lines[1];
  if (!reported_.insert(place_of(fault.kind, fault.array, first, second)).second) return;
  fault.step = static_cast<int>(trace_.steps.size());
  if (is_open_) step_.faults.push_back(static_cast<int>(trace_.faults.size()));
  trace_.faults.push_back(std::move(fault));
}

}  // namespace heatwave::stage
