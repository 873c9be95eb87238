// A play runs here: the steps of the host, the launches, and the steps of their threads.
#include "kernels/stage/machine.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/core/error.h"
#include "kernels/stage/live.h"
#include "kernels/stage/stage_words.h"

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

}  // namespace

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

}  // namespace heatwave::stage
