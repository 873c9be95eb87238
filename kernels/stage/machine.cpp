// A play runs here: the steps of the host, the launches, and the steps of their threads, which
// start, take one step at a time, wait at barriers and end.
#include "kernels/stage/machine.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
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

using cuda_text::BarrierKind;
using cuda_text::MemoryObject;
using cuda_text::ShuffleKind;
using cuda_text::VoteKind;
using cuda_text::Word;

namespace {

constexpr std::int64_t kAlignment = 256;  // bytes; cudaMalloc guarantees at least this

/// Adds the addresses of the 4-byte words that an action accesses.
void add_words(const ArrayInfo& array, const Action& action, std::vector<std::int64_t>& words) {
  const std::int64_t begin = array.address + array.offset_of(action.index);
  const std::int64_t last = array.address + array.offset_of(action.index + action.cells - 1) +
                            cuda_text::bytes_of(array.cell(action.index).scalar) - 1;
  const auto word_of = [](std::int64_t address) {
    return address - ((address % core::kWordBytes) + core::kWordBytes) % core::kWordBytes;
  };
  for (std::int64_t word = word_of(begin); word <= last; word += core::kWordBytes) {
    words.push_back(word);
  }
}

/// Returns the degree of bank conflict. Accesses of 8 and 16 bytes are served for a half and a
/// quarter of a warp at a time.
int conflict_ways(const std::vector<std::int64_t>& words, std::size_t words_of_lane) {
  const std::size_t together = core::kBanks;
  if (words_of_lane <= 1) return core::conflict_ways(words);
  int ways = 0;
  for (std::size_t begin = 0; begin < words.size(); begin += together) {
    const std::size_t count = std::min(together, words.size() - begin);
    ways = std::max(ways, core::conflict_ways(std::span(words).subspan(begin, count)));
  }
  return ways;
}

/// Returns the cost of one step's actions; all zero: they do not access memory.
AccessCost access_cost(const std::vector<ArrayInfo>& arrays, const std::vector<Action>& actions) {
  AccessCost cost{.lanes = static_cast<int>(actions.size())};
  const bool accesses = std::any_of(actions.begin(), actions.end(), [](const Action& action) {
    return action.array >= 0 && action.op != Op::print;
  });
  if (!accesses) return cost;
  std::vector<std::int64_t> global;
  std::vector<std::int64_t> shared;
  std::set<std::pair<int, std::int64_t>> cells;
  std::size_t words_of_lane = 1;
  int atomics = 0;
  for (const Action& action : actions) {
    if (action.array < 0 || action.op == Op::print) continue;
    const ArrayInfo& array = arrays[static_cast<std::size_t>(action.array)];
    if (array.is_constant) continue;
    auto& words = array.space == Space::shared ? shared : global;
    const std::size_t before = words.size();
    add_words(array, action, words);
    words_of_lane = std::max(words_of_lane, words.size() - before);
    if (action.op != Op::atomic) continue;
    ++atomics;
    cells.insert({action.array, action.index});
  }
  cost.waiting = atomics - static_cast<int>(cells.size());
  if (!global.empty()) cost.sectors = core::sectors_touched(global);
  if (!shared.empty()) cost.ways = conflict_ways(shared, words_of_lane);
  return cost;
}

constexpr int kMostThreads = 4096;
constexpr std::int64_t kMostCells = 128 * 1024;  // all arrays of a play together
constexpr std::int64_t kMostThreadBytes =
    128 * 1024 * 1024;  // variables of all threads of a launch
constexpr int kMostThreadsOfBlock = 1024;
constexpr int kMostSharedBytes = 227 * 1024;  // a block of current GPUs has them
/// If every thread has polled this often without success while no memory changed, they spin
/// forever.
constexpr int kSpinsBeforeStuck = 8;

Dim place_in(Dim size, int number) {
  return {number % size.x, number / size.x % size.y, number / (size.x * size.y)};
}

std::string dim_text(Dim dim) {
  if (dim.y == 1 && dim.z == 1) return std::to_string(dim.x);
  std::string text = std::to_string(dim.x) + "×" + std::to_string(dim.y);
  return dim.z == 1 ? text : text + "×" + std::to_string(dim.z);
}

/// Returns whether an atomic operation changes a cell from zero, as taking a lock does.
bool takes_lock(const Action& action) {
  switch (action.atomic) {
    case Atomic::cas:
      return action.compare == 0.0 && action.value != 0.0;
    case Atomic::exch:
    case Atomic::bor:
      return action.value != 0.0;
    case Atomic::add:
    case Atomic::sub:
    case Atomic::min:
    case Atomic::max:
    case Atomic::inc:
    case Atomic::dec:
    case Atomic::band:
    case Atomic::bxor:
      break;
  }
  return false;
}

bool waits_for_warp(Op op) { return op == Op::reconverge || op == Op::shuffle || op == Op::vote; }

}  // namespace

struct Machine::Live {
  int id = 0;    ///< index into Trace::threads
  int warp = 0;  ///< index in the launch, counted through its blocks
  int block = 0;
  int lane = 0;
  std::unique_ptr<KernelThread> thread;
  bool done = false;
  bool at_barrier = false;       ///< its block's, or the grid's
  bool at_warp_barrier = false;  ///< waits for other lanes
  bool changed_memory = false;   ///< its last atomic changed the cell
  std::int64_t last_step = -1;
  int spins = 0;                 ///< how often in a row it has polled without success
  int spin_version = -1;         ///< version of the memory at the last poll
  int waits_for = -1;            ///< array that it polls
  std::int64_t waits_index = 0;  ///< cell of that array
  int poll_line = 0;             ///< line of its last poll
  bool wants_lock = false;       ///< its last poll tried to change that cell from zero
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

Machine::Machine(Rules rules)
    : rules_(std::move(rules)), scheduler_(rules_.schedule, rules_.goes_on) {
  if (rules_.warp < 1 || rules_.warp > 32) throw core::Error("a warp has 1 to 32 threads");
  address_of_ = [this](int array) { return info(array).address; };
}

Array Machine::declare(ArrayInfo info) {
  cells_ += info.size;
  if (info.size > kMostCells || cells_ > kMostCells) {
    throw core::Error("the arrays of a play have at most " + std::to_string(kMostCells) + " cells");
  }
  const std::int64_t elements = info.size / static_cast<std::int64_t>(info.layout.cells.size());
  const std::int64_t bytes = elements * info.layout.bytes;
  std::int64_t& next =
      info.space == Space::shared ? next_shared_address_[info.block] : next_address_;
  // Shared arrays are stored one after the other, so that each begins in the bank after the last
  // one's end.
  const std::int64_t alignment =
      info.space == Space::shared ? std::max<std::int64_t>(info.address, 1) : kAlignment;
  info.address = (next + alignment - 1) / alignment * alignment;
  next = info.address + bytes;
  const auto size = static_cast<std::size_t>(info.size);
  const bool holds_long = std::any_of(
      info.layout.cells.begin(), info.layout.cells.end(), [](const cuda_text::Cell& cell) {
        return cell.scalar == Scalar::int64 || cell.scalar == Scalar::uint64;
      });
  if (holds_long) long_cells_[static_cast<int>(trace_.arrays.size())].resize(size);
  now_.arrays.emplace_back(size);
  trace_.start.arrays.emplace_back(size);
  trace_.arrays.push_back(std::move(info));
  return Array(static_cast<int>(trace_.arrays.size()) - 1);
}

Array Machine::array(const std::string& name, Space space, Scalar type,
                     const std::vector<double>& cells, int width) {
  const Array made = unwritten(name, space, type, static_cast<int>(cells.size()), width);
  for (std::size_t i = 0; i < cells.size(); ++i) fill(i, cells[i]);
  return made;
}

Array Machine::padded(const std::string& name, const std::vector<double>& cells, int width,
                      int pitch) {
  const std::size_t rows = cells.size() / static_cast<std::size_t>(width);
  const Array made =
      unwritten(name, Space::global, Scalar::float32, static_cast<int>(rows) * pitch, pitch);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::size_t row = i / static_cast<std::size_t>(width);
    fill(i + row * static_cast<std::size_t>(pitch - width), cells[i]);
  }
  return made;
}

Array Machine::zeroed(const std::string& name, const cuda_text::Layout& layout, int elements) {
  const int cells = elements * static_cast<int>(layout.cells.size());
  const Array made =
      declare({.name = name, .space = Space::global, .size = cells, .width = 0, .layout = layout});
  for (int i = 0; i < cells; ++i) fill(static_cast<std::size_t>(i), 0.0);
  return made;
}

void Machine::address_by(Array array, Array addresses) {
  trace_.arrays[static_cast<std::size_t>(array.id())].addresses = addresses.id();
}

void Machine::fill(std::size_t index, double value) {
  const Scalar scalar = trace_.arrays.back().cell(static_cast<std::int64_t>(index)).scalar;
  const Word word = cuda_text::from_double(scalar, value);
  const auto known = long_cells_.find(static_cast<int>(trace_.arrays.size()) - 1);
  if (known != long_cells_.end()) known->second[index] = word;
  const CellState cell{cuda_text::as_double(scalar, word), true, -1};
  now_.arrays.back()[index] = cell;
  trace_.start.arrays.back()[index] = cell;
}

Array Machine::unwritten(const std::string& name, Space space, Scalar type, int size, int width) {
  return declare({.name = name,
                  .space = space,
                  .size = size,
                  .width = width,
                  .layout = {.cells = {{"", 0, type}}, .bytes = cuda_text::bytes_of(type)}});
}

Array Machine::mutex(const std::string& name) {
  const Array made = array(name, Space::global, Scalar::int32, {0.0});
  trace_.arrays.back().is_mutex = true;
  return made;
}

bool Machine::inside(int array, std::int64_t index) const {
  return index >= 0 && index < info(array).size;
}

Word Machine::bits(int array, std::int64_t index) const {
  const Scalar scalar = info(array).cell(index).scalar;
  const auto at = static_cast<std::size_t>(index);
  if (scalar == Scalar::int64 || scalar == Scalar::uint64) return long_cells_.at(array)[at];
  return cuda_text::from_double(scalar, now_.arrays[static_cast<std::size_t>(array)][at].value);
}

const CellState& Machine::cell(Array array, std::int64_t index) const {
  if (!inside(array.id(), index)) throw core::Error("the host reads outside an array");
  return now_.arrays[static_cast<std::size_t>(array.id())][static_cast<std::size_t>(index)];
}

void Machine::set(Array array, std::int64_t index, double value) {
  if (!inside(array.id(), index)) throw core::Error("the host writes outside an array");
  if (open_step_ == nullptr) throw core::Error("the host may write only in a host step");
  const Scalar scalar = info(array.id()).cell(index).scalar;
  set_cell(*open_step_, array.id(), index, cuda_text::from_double(scalar, value));
}

void Machine::set_cell(Step& step, int array, std::int64_t index, Word wanted) {
  const Scalar scalar = info(array).cell(index).scalar;
  const auto at = static_cast<std::size_t>(index);
  const double value = cuda_text::as_double(scalar, wanted);
  bool differs = false;
  if (scalar == Scalar::int64 || scalar == Scalar::uint64) {
    Word& word = long_cells_.at(array)[at];
    differs = word != wanted;
    word = wanted;
  }
  CellState& cell = now_.arrays[static_cast<std::size_t>(array)][at];
  const CellState before = cell;
  cell = {value, true, static_cast<int>(trace_.steps.size())};
  if (differs || before.value != value || !before.written) ++memory_version_;
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
  for (std::size_t i = 0; i < trace_.threads.size(); ++i) {
    trace_.start.threads[i].locals.resize(now_.threads[i].locals.size());
  }
  trace_.start.arrays.resize(trace_.arrays.size());
  for (std::size_t i = 0; i < trace_.arrays.size(); ++i) {
    trace_.start.arrays[i].resize(static_cast<std::size_t>(trace_.arrays[i].size));
  }
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

void Machine::queue(KernelLaunch launch, int line) {
  const std::string what =
      launch.program->name + "<<<" + dim_text(launch.grid) + ", " + dim_text(launch.block) + ">>>";
  step("the host puts " + what + " into the stream and continues at once", {}, line);
  queue_.push_back(std::move(launch));
}

void Machine::synchronise(int line) {
  for (const KernelLaunch& each : std::exchange(queue_, {})) {
    if (failed_) break;  // nothing runs after an error
    run_launch(each, line, true);
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

void Machine::memory_access(Launch& launch, Live& thread, Action& action) {
  const Request& request = thread.thread->request();
  action.array = request.array;
  if (request.array < 0) {
    action.index = request.offset / std::max(request.bytes, 1);
    add_fault(words::null_pointer(trace_, action));
    launch.ended = true;
    thread.thread->answer({});
    return;
  }
  const ArrayInfo& array = info(request.array);
  // The cells from the first to the last byte.
  const auto cells_of_element = static_cast<std::int64_t>(array.layout.cells.size());
  const auto cell_at = [&](std::int64_t offset) {
    const std::int64_t element =
        offset / array.layout.bytes - (offset % array.layout.bytes < 0 ? 1 : 0);
    const std::int64_t within = offset - element * array.layout.bytes;
    std::int64_t cell = 0;
    while (cell + 1 < cells_of_element &&
           array.layout.cells[static_cast<std::size_t>(cell + 1)].offset <= within) {
      ++cell;
    }
    return element * cells_of_element + cell;
  };
  const std::int64_t first = cell_at(request.offset);
  const std::int64_t last = cell_at(request.offset + request.bytes - 1);
  action.index = first;
  action.cells = static_cast<int>(last - first) + 1;
  if (!inside(request.array, first) || !inside(request.array, last)) {
    if (inside(request.array, first)) action.index = last;
    action.cells = 1;
    add_fault(words::outside(trace_, action));
    thread.thread->answer({});
    return;
  }
  if ((array.address + request.offset) % request.bytes != 0) {
    add_fault(words::misaligned(trace_, action, request.bytes));
  }
  access_cells(launch, thread, action, first, action.cells);
}

void Machine::access_cells(Launch& launch, Live& thread, Action& action, std::int64_t first,
                           int count) {
  const Request& request = thread.thread->request();
  const ArrayInfo& array = info(request.array);
  const auto& states = now_.arrays[static_cast<std::size_t>(request.array)];
  action.before = states[static_cast<std::size_t>(first)].value;
  if (freed_.contains(request.array)) add_fault(words::use_after_free(trace_, action));
  // The bytes of the cells, in order, of which the request concerns some.
  const std::int64_t begin = array.offset_of(first);
  constexpr std::size_t kMostBytes = 64;
  std::array<std::uint8_t, kMostBytes> bytes{};
  const auto shift = static_cast<std::size_t>(request.offset - begin);
  for (int i = 0; i < count; ++i) {
    const std::int64_t index = first + i;
    const CellState& cell = states[static_cast<std::size_t>(index)];
    action.index = index;
    const bool reads =
        request.op == Op::load || (request.op == Op::atomic && request.atomic != Atomic::exch);
    if (!cell.written && reads && !freed_.contains(request.array)) {
      add_fault(words::unwritten(trace_, action));
    }
    check_order(launch, action);
    const Word word = bits(request.array, index);
    const auto at = static_cast<std::size_t>(array.offset_of(index) - begin);
    const auto size = static_cast<std::size_t>(cuda_text::bytes_of(array.cell(index).scalar));
    if (at + size <= kMostBytes) std::memcpy(bytes.data() + at, &word, size);
  }
  action.index = first;
  const auto size = static_cast<std::size_t>(request.bytes);
  std::array<Word, 2> data{};
  std::memcpy(data.data(), bytes.data() + shift, size);
  const bool scalar_access = cuda_text::bytes_of(request.scalar) == request.bytes;
  if (scalar_access) {
    data[0] = cuda_text::wrapped(request.scalar, static_cast<std::int64_t>(data[0]));
  }
  const auto shown = [&](Word word) { return cuda_text::as_double(request.scalar, word); };
  if (request.op == Op::load) {
    action.value = scalar_access ? shown(data[0]) : action.before;
    thread.thread->answer(data);
    return;
  }
  std::array<Word, 2> stored = request.data;
  if (request.op == Op::atomic) {
    stored[0] =
        stored_by(request.atomic, request.scalar, data[0], request.data[0], request.compare);
    thread.changed_memory = stored[0] != data[0];
    action.before = shown(data[0]);
    thread.thread->answer(data);
    if (request.atomic == Atomic::cas && data[0] != request.compare) return;
  }
  std::memcpy(bytes.data() + shift, stored.data(), size);
  for (int i = 0; i < count; ++i) {
    const std::int64_t index = first + i;
    const Scalar scalar = array.cell(index).scalar;
    const auto at = static_cast<std::size_t>(array.offset_of(index) - begin);
    Word word = 0;
    std::memcpy(&word, bytes.data() + at, static_cast<std::size_t>(cuda_text::bytes_of(scalar)));
    set_cell(*open_step_, request.array, index,
             cuda_text::wrapped(scalar, static_cast<std::int64_t>(word)));
  }
  if (!scalar_access) action.value = states[static_cast<std::size_t>(first)].value;
}

void Machine::print_line(Action& action) {
  action.array = buffer_;
  action.index = printed_++;
  if (buffer_ >= 0 && inside(buffer_, action.index)) {
    const Scalar scalar = info(buffer_).cell(action.index).scalar;
    set_cell(*open_step_, buffer_, action.index, cuda_text::from_double(scalar, action.value));
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

Word stored_by(Atomic atomic, Scalar scalar, Word old, Word value, Word compare) {
  using cuda_text::Binary;
  const auto result = [&](Binary operation) {
    return cuda_text::result_of(operation, scalar, old, value);
  };
  switch (atomic) {
    case Atomic::add:
      return result(Binary::add);
    case Atomic::sub:
      return result(Binary::subtract);
    case Atomic::exch:
      return value;
    case Atomic::min:
      return result(Binary::minimum);
    case Atomic::max:
      return result(Binary::maximum);
    case Atomic::inc:
      return old >= value ? 0 : old + 1;
    case Atomic::dec:
      return old == 0 || old > value ? value : old - 1;
    case Atomic::cas:
      return old == compare ? value : old;
    case Atomic::band:
      return result(Binary::bit_and);
    case Atomic::bor:
      return result(Binary::bit_or);
    case Atomic::bxor:
      return result(Binary::bit_xor);
  }
  return old;
}

int Machine::global_object(const MemoryObject& object) {
  const auto known = global_objects_.find(object.name);
  if (known != global_objects_.end()) return known->second;
  const auto elements = static_cast<int>(object.elements);
  const Array made = zeroed(object.name, object.layout, elements);
  ArrayInfo& array = trace_.arrays.back();
  array.is_constant = object.space == MemoryObject::Space::constant;
  array.width = object.width * static_cast<int>(object.layout.cells.size());
  for (std::size_t i = 0; i < object.initial.size(); ++i) {
    fill(i, cuda_text::as_double(object.layout.cells.front().scalar, object.initial[i]));
  }
  global_objects_[object.name] = made.id();
  return made.id();
}

/// Declares the memory that the kernel's text declares, the shared one for this block.
std::vector<int> Machine::objects_of(const KernelLaunch& what, int block) {
  std::vector<int> arrays;
  std::int64_t bytes = 0;
  for (const MemoryObject& object : what.program->objects) {
    if (object.space != MemoryObject::Space::shared) {
      arrays.push_back(global_object(object));
      continue;
    }
    std::int64_t elements = object.elements;
    if (elements == 0) elements = what.shared_bytes / std::max(1, object.layout.bytes);
    bytes += elements * object.layout.bytes;
    if (bytes > kMostSharedBytes) {
      throw core::Error("the block of " + what.program->name + " needs more than " +
                        std::to_string(kMostSharedBytes / 1024) + " KB of shared memory");
    }
    const auto cells = static_cast<int>(object.layout.cells.size());
    arrays.push_back(declare({.name = object.name,
                              .space = Space::shared,
                              .launch = static_cast<int>(trace_.launches.size()) - 1,
                              .block = block,
                              .size = static_cast<int>(elements) * cells,
                              .width = object.width * cells,
                              .layout = object.layout,
                              .address = object.alignment})
                         .id());
  }
  return arrays;
}

namespace {

/// Puts the arguments of a launch into the first bytes of a thread's memory.
std::shared_ptr<const LoadedKernel> loaded(const KernelLaunch& launch) {
  const cuda_text::Program& program = *launch.program;
  if (launch.arguments.size() != program.parameters.size()) {
    throw core::Error(program.name + " takes " + std::to_string(program.parameters.size()) +
                      " arguments, not " + std::to_string(launch.arguments.size()));
  }
  auto made = std::make_shared<LoadedKernel>();
  made->program = launch.program;
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
    made->parameters.resize(std::max(made->parameters.size(), at + bytes));
    std::memcpy(made->parameters.data() + at, &word, bytes);
  }
  return made;
}

}  // namespace

void Machine::begin_threads(Launch& launch, const KernelLaunch& what) {
  const int in_block = what.block.count();
  const int warps = (in_block + rules_.warp - 1) / rules_.warp;
  launch.blocks = what.grid.count();
  const std::shared_ptr<const LoadedKernel> kernel = loaded(what);
  for (int block = 0; block < launch.blocks; ++block) {
    const std::vector<int> objects = objects_of(what, block);
    for (int thread = 0; thread < in_block; ++thread) {
      const ThreadPosition position{.thread = place_in(what.block, thread),
                                    .block = place_in(what.grid, block),
                                    .block_size = what.block,
                                    .grid_size = what.grid,
                                    .warp_size = rules_.warp};
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
      live.lane = thread % rules_.warp;
      live.thread = std::make_unique<KernelThread>(kernel, position, objects, address_of_);
      launch.threads.push_back(std::move(live));
    }
  }
}

namespace {

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
  if (threads * what.program->frame_bytes > kMostThreadBytes) {
    throw core::Error("the variables of " + what.program->name +
                      " take too much memory for this many threads");
  }
}

}  // namespace

void Machine::run_launch(const KernelLaunch& what, int line, bool queued) {
  check_launch(what);
  next_shared_address_.clear();
  owners_.clear();
  Launch launch(static_cast<int>(trace_.threads.size()), what.grid.count() * what.block.count(),
                static_cast<int>(trace_.launches.size()));
  std::vector<GivenArgument> arguments;
  for (const Argument& each : what.arguments) arguments.push_back({each.array, each.number});
  trace_.launches.push_back({.kernel = what.program->name,
                             .program = what.program,
                             .grid = what.grid,
                             .block = what.block,
                             .shared_bytes = what.shared_bytes,
                             .arguments = std::move(arguments),
                             .blocks = what.grid.count(),
                             .threads = what.block.count(),
                             .first_thread = launch.first_thread,
                             .variables = what.program->variables});
  Step step;
  open_step_ = &step;
  step.actions.push_back(
      {.op = Op::launch, .line = line, .value = queued ? 1.0 : 0.0, .text = what.program->name});
  step.changes.push_back({.kind = Change::Kind::host,
                          .host_line_before = now_.host_line,
                          .host_line_after = line,
                          .launch_before = now_.launch,
                          .launch_after = launch.index});
  now_.host_line = line;
  now_.launch = launch.index;
  begin_threads(launch, what);
  now_.threads.resize(trace_.threads.size());
  for (Live& live : launch.threads) {
    now_.threads[static_cast<std::size_t>(live.id)].locals.resize(what.program->variables.size());
    continue_thread(launch, live);
    settle(live, step);
  }
  step.launch = launch.index;
  if (launch.ended) end_launch(launch, step);
  end_step(std::move(step));
  while (run_step(launch)) {
  }
  const bool all_done = std::all_of(launch.threads.begin(), launch.threads.end(),
                                    [](const Live& live) { return live.done; });
  if (!all_done) throw Ended{};
}

std::span<const Runnable> Machine::runnable(const Launch& launch) {
  constexpr int kOps = 32;
  runnable_.clear();
  for (const Live& live : launch.threads) {
    if (live.done || live.at_barrier || live.at_warp_barrier) continue;
    const Request& request = live.thread->request();
    runnable_.push_back({.thread = live.id,
                         .warp = live.warp,
                         .line = request.line,
                         .kind = (request.array + 1) * kOps + static_cast<int>(request.op),
                         .last_step = live.last_step,
                         .position = live.thread->position()});
  }
  return runnable_;
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
  step.choice = static_cast<int>(*chosen);
  step.launch = launch.index;
  step.block = first.block;
  step.warp = trace_.threads[static_cast<std::size_t>(first.id)].warp;
  for (const Runnable& each : group) {
    live(each.thread).last_step = number;
    perform(launch, live(each.thread), step);
  }
  step.cost = access_cost(trace_.arrays, step.actions);
  const Op op = step.actions.front().op;
  const bool waits = op == Op::barrier || op == Op::grid_barrier || waits_for_warp(op);
  // A thread that is released has its next request, so this is asked before.
  const bool asks_who_is_active =
      op == Op::vote && first.thread->request().how == static_cast<int>(VoteKind::active);
  if (asks_who_is_active) {
    std::uint32_t lanes = 0;
    for (const Runnable& each : group) lanes |= 1U << static_cast<unsigned>(live(each.thread).lane);
    for (const Runnable& each : group) {
      live(each.thread).at_warp_barrier = false;
      live(each.thread).thread->answer({lanes, 0});
    }
  } else if (op == Op::barrier) {
    release_barrier(launch, step);
  } else if (op == Op::grid_barrier) {
    release_grid(launch, step);
  } else if (waits_for_warp(op)) {
    release_warp(launch, step, first.warp);
  }
  const bool immediate = !waits || asks_who_is_active;
  bool ended = false;
  for (const Runnable& each : group) {
    Live& thread = live(each.thread);
    if (immediate) continue_thread(launch, thread);
    ended = ended || thread.done;
    settle(thread, step);
  }
  // Barriers no longer wait for ended threads.
  if (ended) {
    if (op != Op::barrier) release_barrier(launch, step);
    release_grid(launch, step);
    release_warp(launch, step, first.warp);
  }
  if (launch.ended) end_launch(launch, step);
  end_step(std::move(step));
  return true;
}

void Machine::perform(Launch& launch, Live& thread, Step& step) {
  const Request& request = thread.thread->request();
  Action action{
      .thread = thread.id, .op = request.op, .atomic = request.atomic, .line = request.line};
  action.value = cuda_text::as_double(request.scalar, request.data[0]);
  action.compare = cuda_text::as_double(request.scalar, request.compare);
  switch (request.op) {
    case Op::load:
    case Op::store:
    case Op::atomic:
      memory_access(launch, thread, action);
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
      action.text = request.text;
      print_line(action);
      break;
    case Op::fence:
      launch.races.fence(thread.id - launch.first_thread);
      break;
    case Op::branch:
    case Op::compute:
    case Op::start:
    case Op::host:
    case Op::launch:
    case Op::finish:
      break;
  }
  record_polling(thread, action);
  step.actions.push_back(std::move(action));
}

void Machine::record_polling(Live& thread, const Action& action) {
  if (action.op == Op::branch || action.op == Op::reconverge || action.op == Op::fence) return;
  const bool atomic = action.op == Op::atomic && action.array >= 0;
  const bool changed = atomic && thread.changed_memory;
  const bool polls = action.op == Op::load || (atomic && !changed);
  if (!polls || thread.spin_version != memory_version_) thread.polled.clear();
  const bool in_vain =
      polls && !thread.polled.insert({action.line, action.array, action.index}).second;
  thread.spins = in_vain ? thread.spins + 1 : 0;
  thread.spin_version = memory_version_;
  const bool mutex =
      action.array >= 0 && trace_.arrays[static_cast<std::size_t>(action.array)].is_mutex;
  thread.waits_for = polls && (mutex || in_vain) ? action.array : -1;
  thread.waits_index = action.index;
  thread.poll_line = action.line;
  thread.wants_lock = atomic && takes_lock(action);
  record_owner(thread, action);
}

/// A lock is a cell that is zero while no thread holds it.
void Machine::record_owner(const Live& thread, const Action& action) {
  const bool writes = action.op == Op::store || action.op == Op::atomic;
  if (!writes || action.array < 0 || !inside(action.array, action.index)) return;
  const double now =
      now_.arrays[static_cast<std::size_t>(action.array)][static_cast<std::size_t>(action.index)]
          .value;
  if (now == 0.0) {
    owners_.erase({action.array, action.index});
  } else if (thread.wants_lock && action.before == 0.0) {
    owners_[{action.array, action.index}] = thread.id;
  }
}

void Machine::continue_all(Launch& launch, Step& step, const std::vector<Live*>& threads) {
  for (Live* live : threads) {
    live->at_barrier = false;
    live->at_warp_barrier = false;
    continue_thread(launch, *live);
    settle(*live, step);
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
    if (!live.at_barrier || live.thread->request().op != Op::barrier) return;
    waiting.push_back(&live);
    here.push_back(live.id);
    numbers.push_back(live.id - launch.first_thread);
  }
  if (waiting.empty()) return;
  const Request& first = waiting.front()->thread->request();
  const int line = first.line;
  for (const Live* live : waiting) {
    const int other = live->thread->request().line;
    if (other == line) continue;
    add_fault(words::mixed_barriers(trace_, waiting.front()->id, line, live->id, other));
  }
  if (!gone.empty() && !std::exchange(launch.reported_early_exit, true)) {
    add_fault(words::left_before_barrier(trace_, here, gone, line));
  }
  launch.races.barrier(numbers);
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
  continue_all(launch, step, waiting);
}

void Machine::release_grid(Launch& launch, Step& step) {
  std::vector<Live*> waiting;
  std::vector<int> numbers;
  for (Live& live : launch.threads) {
    if (live.done) continue;
    if (!live.at_barrier || live.thread->request().op != Op::grid_barrier) return;
    waiting.push_back(&live);
    numbers.push_back(live.id - launch.first_thread);
  }
  if (waiting.empty()) return;
  launch.races.barrier(numbers);
  continue_all(launch, step, waiting);
}

namespace {

/// A lane that takes part in a shuffle or vote.
struct LaneValue {
  int lane = 0;
  const Request* request = nullptr;
};

const LaneValue* lane_of(const std::vector<LaneValue>& lanes, int lane) {
  const auto found = std::find_if(lanes.begin(), lanes.end(),
                                  [lane](const LaneValue& each) { return each.lane == lane; });
  return found == lanes.end() ? nullptr : &*found;
}

Word shuffled(const std::vector<LaneValue>& lanes, const LaneValue& own) {
  const Request& request = *own.request;
  const int width = std::clamp(request.width, 1, 32);
  const int begin = own.lane / width * width;
  const int within = own.lane - begin;
  int from = own.lane;
  switch (static_cast<ShuffleKind>(request.how)) {
    case ShuffleKind::lane:
      from = begin + ((request.lane % width) + width) % width;
      break;
    case ShuffleKind::up:
      if (within >= request.lane) from = own.lane - request.lane;
      break;
    case ShuffleKind::down:
      if (request.lane >= 0 && within + request.lane < width) from = own.lane + request.lane;
      break;
    case ShuffleKind::exclusive_or: {
      const int other = own.lane ^ request.lane;
      if (other < begin + width) from = other;
      break;
    }
  }
  // A lane that does not take part gives an undefined value; here it is the lane's own.
  const LaneValue* source = lane_of(lanes, from);
  return source == nullptr ? request.data[0] : source->request->data[0];
}

Word voted(const std::vector<LaneValue>& lanes, const LaneValue& own) {
  using cuda_text::Binary;
  const Request& request = *own.request;
  const auto kind = static_cast<VoteKind>(request.how);
  Word mask = 0;
  std::size_t set = 0;
  Word result = lanes.front().request->data[0];
  for (const LaneValue& each : lanes) {
    const Word value = each.request->data[0];
    const bool counts = kind == VoteKind::match ? value == request.data[0] : value != 0;
    if (counts) {
      mask |= Word{1} << static_cast<unsigned>(each.lane);
      ++set;
    }
    if (&each == &lanes.front()) continue;
    const Binary operation = kind == VoteKind::add       ? Binary::add
                             : kind == VoteKind::minimum ? Binary::minimum
                             : kind == VoteKind::maximum ? Binary::maximum
                             : kind == VoteKind::bit_and ? Binary::bit_and
                             : kind == VoteKind::bit_or  ? Binary::bit_or
                                                         : Binary::bit_xor;
    if (kind >= VoteKind::add) {
      result = cuda_text::result_of(operation, request.scalar, result, value);
    }
  }
  if (kind == VoteKind::any) return set > 0 ? 1 : 0;
  if (kind == VoteKind::all) return set == lanes.size() ? 1 : 0;
  return kind >= VoteKind::add ? result : mask;
}

}  // namespace

void Machine::release_warp(Launch& launch, Step& step, int warp) {
  std::vector<Live*> waiting;
  std::uint32_t alive = 0;
  for (Live& live : launch.threads) {
    if (live.warp != warp || live.done) continue;
    alive |= 1U << static_cast<unsigned>(live.lane);
    if (live.at_warp_barrier) waiting.push_back(&live);
  }
  while (!waiting.empty()) {
    // The lanes that wait at the place of the first one.
    const Request& first = waiting.front()->thread->request();
    std::vector<Live*> together;
    std::vector<Live*> others;
    std::uint32_t arrived = 0;
    for (Live* live : waiting) {
      const bool same = live->thread->request().place == first.place;
      (same ? together : others).push_back(live);
      if (same) arrived |= 1U << static_cast<unsigned>(live->lane);
    }
    waiting = std::move(others);
    const std::uint32_t wanted = first.mask & alive;
    if ((arrived & wanted) != wanted) continue;
    std::vector<LaneValue> lanes;
    std::vector<int> numbers;
    for (const Live* live : together) {
      lanes.push_back({live->lane, &live->thread->request()});
      numbers.push_back(live->id - launch.first_thread);
    }
    std::vector<Word> results;
    for (const LaneValue& each : lanes) {
      results.push_back(each.request->op == Op::vote ? voted(lanes, each) : shuffled(lanes, each));
    }
    if (first.op == Op::reconverge) launch.races.barrier(numbers);
    for (std::size_t i = 0; i < together.size(); ++i) together[i]->thread->answer({results[i], 0});
    continue_all(launch, step, together);
  }
}

void Machine::end_launch(Launch& launch, Step& step) {
  failed_ = true;
  for (Live& live : launch.threads) {
    live.done = true;
    settle(live, step);
  }
}

void Machine::continue_thread(Launch& launch, Live& thread) {
  if (!thread.thread->resume()) thread.done = true;
  if (const auto fault = thread.thread->take_fault()) {
    add_fault(words::own_fault(trace_, thread.id, *fault));
    launch.ended = launch.ended || fault->ends;
  }
}

void Machine::settle(Live& thread, Step& step) {
  ThreadState& known = now_.threads[static_cast<std::size_t>(thread.id)];
  for (const int changed : thread.thread->changed()) {
    LocalState& local = known.locals[static_cast<std::size_t>(changed)];
    const LocalState& now = thread.thread->locals()[static_cast<std::size_t>(changed)];
    if (local == now) continue;
    step.changes.push_back({.kind = Change::Kind::local,
                            .thread = thread.id,
                            .index = changed,
                            .local_before = local,
                            .local_after = now});
    local = now;
  }
  thread.thread->forget_changed();
  ThreadProgress next;
  if (thread.done) {
    next.status = Status::done;
    next.line = known.line;
    next.next = Op::finish;
  } else {
    next.status = thread.at_barrier || thread.at_warp_barrier ? Status::barrier
                  : thread.waits_for >= 0 && thread.spins > 0 ? Status::spinning
                                                              : Status::ready;
    next.line = thread.thread->request().line;
    next.next = thread.thread->request().op;
    next.waits_for = thread.waits_for;
  }
  ThreadProgress& progress = known;
  if (next == progress) return;
  step.changes.push_back({.kind = Change::Kind::thread,
                          .thread = thread.id,
                          .thread_before = progress,
                          .thread_after = next});
  progress = next;
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
  if (waiting.empty()) return true;
  add_fault(groups.size() == 0 ? words::waiting_forever(trace_, waiting)
                               : words::spinning_forever(trace_, waiting, groups.as_candidates()));
  return true;
}

std::vector<words::Waiting> Machine::not_done(const Launch& launch) const {
  std::vector<words::Waiting> waiting;
  for (const Live& live : launch.threads) {
    if (live.done) continue;
    const auto owner = live.waits_for < 0 || !live.wants_lock
                           ? owners_.end()
                           : owners_.find({live.waits_for, live.waits_index});
    const bool stands = live.at_barrier || live.at_warp_barrier || live.waits_for < 0;
    waiting.push_back({.thread = live.id,
                       .line = stands ? live.thread->request().line : live.poll_line,
                       .at_barrier = live.at_barrier,
                       .polls = live.waits_for,
                       .index = live.waits_index,
                       .owner = owner == owners_.end() ? -1 : owner->second});
  }
  return waiting;
}

}  // namespace heatwave::stage
