// The bytes of the cells are read, changed and written back.
#include "kernels/stage/memory_access.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "kernels/stage/fault_words.h"

namespace heatwave::stage {

using cuda_text::Word;

namespace {

/// Returns the cell that contains a byte of an array.
std::int64_t cell_at(const ArrayInfo& array, std::int64_t offset) {
  constexpr std::int32_t kFourBytes = 4;
  if (array.layout.cells.size() == 1 && array.layout.bytes == kFourBytes) return offset >> 2;
  const auto cells_of_element = static_cast<std::int64_t>(array.layout.cells.size());
  const std::int64_t element =
      offset / array.layout.bytes - (offset % array.layout.bytes < 0 ? 1 : 0);
  const std::int64_t within = offset - element * array.layout.bytes;
  std::int64_t cell = 0;
  while (cell + 1 < cells_of_element &&
         array.layout.cells[static_cast<std::size_t>(cell + 1)].offset <= within) {
    ++cell;
  }
  return element * cells_of_element + cell;
}

/// Returns whether the request concerns all bytes of this cell, as a value of one scalar.
bool concerns_whole_cell(const ArrayInfo& array, const Request& request, std::int64_t cell) {
  const std::int32_t bytes = array.layout.bytes;
  return array.layout.cells.size() == 1 && request.bytes == bytes &&
         cuda_text::bytes_of(request.scalar) == bytes && cell * bytes == request.offset;
}

}  // namespace

[[gnu::always_inline]] inline void MemoryAccess::check_cell(const Request& request,
                                                            const Action& action) {
  const bool written = memory_.state(action.array, action.index).written;
  const bool reads =
      request.op == Op::load || (request.op == Op::atomic && request.atomic != Atomic::exch);
  if (!written && reads && !memory_.is_freed(action.array)) {
    log_.add_fault(words::unwritten(log_.trace(), action));
  }
  const Access* found = races_.access(action.array, action.index,
                                      {.thread = action.thread - first_thread_,
                                       .line = action.line,
                                       .writes = action.op != Op::load,
                                       .atomic = action.op == Op::atomic});
  if (found == nullptr) return;
  Access earlier = *found;
  if (log_.has_fault(FaultKind::race, action.array, earlier.line, action.line)) return;
  earlier.thread += first_thread_;
  log_.add_fault(words::race(log_.trace(), earlier, action));
}

[[gnu::always_inline]] inline bool MemoryAccess::access_cell(KernelThread& thread, Action& action) {
  const Request& request = thread.request();
  const std::int64_t index = action.index;
  const auto shown = [&](Word word) { return cuda_text::as_double(request.scalar, word); };
  const CellState& cell = memory_.state(request.array, index);
  action.before = cell.value;
  if (memory_.is_freed(request.array)) log_.add_fault(words::use_after_free(log_.trace(), action));
  check_cell(request, action);
  const Scalar held = memory_.info(request.array).layout.cells.front().scalar;
  const auto converted = [](Word word, Scalar from, Scalar to) {
    return from == to ? word : cuda_text::wrapped(to, static_cast<std::int64_t>(word));
  };
  const Word old = converted(memory_.bits(request.array, index), held, request.scalar);
  if (request.op == Op::load) {
    action.value = shown(old);
    thread.answer({old, 0});
    return false;
  }
  Word stored = request.data[0];
  bool changed = false;
  if (request.op == Op::atomic) {
    stored = stored_by(request.atomic, request.scalar, old, stored, request.compare);
    changed = stored != old;
    action.before = shown(old);
    thread.answer({old, 0});
    if (request.atomic == Atomic::cas && old != request.compare) return changed;
  }
  memory_.set_bits(request.array, index,
                   cuda_text::wrapped(held, static_cast<std::int64_t>(stored)));
  return changed;
}

bool MemoryAccess::access_cells(KernelThread& thread, Action& action) {
  const Request& request = thread.request();
  const ArrayInfo& array = memory_.info(request.array);
  const std::int64_t first = action.index;
  const int count = action.cells;
  action.before = memory_.state(request.array, first).value;
  if (memory_.is_freed(request.array)) log_.add_fault(words::use_after_free(log_.trace(), action));
  // The bytes of the cells, in order, of which the request concerns some.
  const std::int64_t begin = array.offset_of(first);
  constexpr std::size_t kMostBytes = 64;
  std::array<std::uint8_t, kMostBytes> bytes{};
  const auto shift = static_cast<std::size_t>(request.offset - begin);
  for (int i = 0; i < count; ++i) {
    const std::int64_t index = first + i;
    action.index = index;
    check_cell(request, action);
    const Word word = memory_.bits(request.array, index);
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
    thread.answer(data);
    return false;
  }
  std::array<Word, 2> stored = request.data;
  bool changed = false;
  if (request.op == Op::atomic) {
    stored[0] =
        stored_by(request.atomic, request.scalar, data[0], request.data[0], request.compare);
    changed = stored[0] != data[0];
    action.before = shown(data[0]);
    thread.answer(data);
    if (request.atomic == Atomic::cas && data[0] != request.compare) return changed;
  }
  std::memcpy(bytes.data() + shift, stored.data(), size);
  for (int i = 0; i < count; ++i) {
    const std::int64_t index = first + i;
    const Scalar scalar = array.cell(index).scalar;
    const auto at = static_cast<std::size_t>(array.offset_of(index) - begin);
    Word word = 0;
    std::memcpy(&word, bytes.data() + at, static_cast<std::size_t>(cuda_text::bytes_of(scalar)));
    memory_.set_bits(request.array, index,
                     cuda_text::wrapped(scalar, static_cast<std::int64_t>(word)));
  }
  if (!scalar_access) action.value = memory_.state(request.array, first).value;
  return changed;
}

MemoryAccess::Result MemoryAccess::perform(KernelThread& thread, Action& action) {
  const Request& request = thread.request();
  action.array = request.array;
  if (request.array < 0) {
    action.index = request.offset / std::max(request.bytes, 1);
    log_.add_fault(words::null_pointer(log_.trace(), action));
    thread.answer({});
    return {.ends = true};
  }
  const ArrayInfo& array = memory_.info(request.array);
  const std::int64_t first = cell_at(array, request.offset);
  const bool is_whole = concerns_whole_cell(array, request, first);
  const std::int64_t last = is_whole ? first : cell_at(array, request.offset + request.bytes - 1);
  action.index = first;
  action.cells = static_cast<int>(last - first) + 1;
  if (!memory_.inside(request.array, first) || !memory_.inside(request.array, last)) {
    if (memory_.inside(request.array, first)) action.index = last;
    action.cells = 1;
    log_.add_fault(words::outside(log_.trace(), action));
    thread.answer({});
    return {};
  }
  // All sizes are powers of two.
  if (((array.address + request.offset) & (request.bytes - 1)) != 0) {
    log_.add_fault(words::misaligned(log_.trace(), action, request.bytes));
  }
  return {.changed = is_whole ? access_cell(thread, action) : access_cells(thread, action)};
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

}  // namespace heatwave::stage
