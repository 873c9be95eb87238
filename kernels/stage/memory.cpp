// Cells hold doubles, which the board shows; their words are kept beside them, to the bit.
#include "kernels/stage/memory.h"

#include <algorithm>
#include <utility>

#include "kernels/core/error.h"

namespace heatwave::stage {

using cuda_text::MemoryObject;
using cuda_text::Word;

namespace {

constexpr std::int64_t kAlignment = 256;         // bytes; cudaMalloc guarantees at least this
constexpr std::int64_t kMostCells = 128 * 1024;  // all arrays of a play together
constexpr std::size_t kReservedArrays = 8;       // most plays have fewer
constexpr int kMostSharedBytes = 227 * 1024;     // a block of current GPUs has them

/// Shows the words of an input in its cells.
void show_input(Scalar scalar, std::span<const Word> words, std::span<CellState> cells) {
  const auto show = [&](auto value_of) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      cells[i].value = value_of(words[i]);
      cells[i].written = true;
      cells[i].writer = -1;
    }
  };
  switch (scalar) {  // the usual types have a loop of their own
    case Scalar::float32:
      return show([](Word word) { return cuda_text::as_double(Scalar::float32, word); });
    case Scalar::int32:
      return show([](Word word) { return cuda_text::as_double(Scalar::int32, word); });
    default:
      return show([scalar](Word word) { return cuda_text::as_double(scalar, word); });
  }
}

}  // namespace

Memory::Memory(PlayLog& log) : log_(log) {
  words_.reserve(kReservedArrays);
  log_.trace().arrays.reserve(kReservedArrays);
  log_.trace().start.arrays.reserve(kReservedArrays);
  log_.now().arrays.reserve(kReservedArrays);
}

Array Memory::declare(ArrayInfo info) {
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
  words_.emplace_back(size);
  log_.now().arrays.emplace_back(size);
  log_.trace().start.arrays.push_back(log_.now().arrays.back());
  log_.trace().arrays.push_back(std::move(info));
  return Array(static_cast<int>(log_.trace().arrays.size()) - 1);
}

Array Memory::unwritten(const std::string& name, Space space, Scalar type, int size, int width) {
  return declare({.name = name,
                  .space = space,
                  .size = size,
                  .width = width,
                  .layout = {.cells = {{"", 0, type}}, .bytes = cuda_text::bytes_of(type)}});
}

Array Memory::zeroed(const std::string& name, const cuda_text::Layout& layout, int elements) {
  const int cells = elements * static_cast<int>(layout.cells.size());
  const Array made =
      declare({.name = name, .space = Space::global, .size = cells, .width = 0, .layout = layout});
  fill(made, 0, std::vector<double>(static_cast<std::size_t>(cells)));
  return made;
}

void Memory::fill(Array array, std::size_t first, std::span<const double> values) {
  const auto id = static_cast<std::size_t>(array.id());
  const ArrayInfo& info = log_.trace().arrays[id];
  const std::span<Word> words = std::span(words_[id]).subspan(first, values.size());
  const std::span<CellState> cells = std::span(log_.now().arrays[id]).subspan(first, values.size());
  if (info.layout.cells.size() == 1) {
    const Scalar scalar = info.layout.cells.front().scalar;
    cuda_text::from_doubles(scalar, values, words);
    show_input(scalar, words, cells);
  } else {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const Scalar scalar = info.cell(static_cast<std::int64_t>(first + i)).scalar;
      words[i] = cuda_text::from_double(scalar, values[i]);
      cells[i] = {cuda_text::as_double(scalar, words[i]), true, -1};
    }
  }
  std::copy(cells.begin(), cells.end(),
            log_.trace().start.arrays[id].begin() + static_cast<std::ptrdiff_t>(first));
}

int Memory::global_object(const MemoryObject& object) {
  const auto known = global_objects_.find(object.name);
  if (known != global_objects_.end()) return known->second;
  const auto elements = static_cast<int>(object.elements);
  const Array made = zeroed(object.name, object.layout, elements);
  ArrayInfo& array = log_.trace().arrays.back();
  array.is_constant = object.space == MemoryObject::Space::constant;
  array.width = object.width * static_cast<int>(object.layout.cells.size());
  std::vector<double> initial;
  for (const Word word : object.initial) {
    initial.push_back(cuda_text::as_double(object.layout.cells.front().scalar, word));
  }
  fill(made, 0, initial);
  global_objects_[object.name] = made.id();
  return made.id();
}

std::vector<int> Memory::objects_of(const KernelLaunch& what, int block) {
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
                              .launch = static_cast<int>(log_.trace().launches.size()) - 1,
                              .block = block,
                              .size = static_cast<int>(elements) * cells,
                              .width = object.width * cells,
                              .layout = object.layout,
                              .address = object.alignment})
                         .id());
  }
  return arrays;
}

const CellState& Memory::cell(Array array, std::int64_t index) const {
  if (!inside(array.id(), index)) throw core::Error("the host reads outside an array");
  return state(array.id(), index);
}

void Memory::set(Array array, std::int64_t index, double value) {
  if (!inside(array.id(), index)) throw core::Error("the host writes outside an array");
  if (!log_.is_open()) throw core::Error("the host may write only in a host step");
  const Scalar scalar = info(array.id()).cell(index).scalar;
  set_bits(array.id(), index, cuda_text::from_double(scalar, value));
}

void Memory::free(Array array) {
  if (!log_.is_open()) throw core::Error("the host may free memory only in a host step");
  freed_.insert(array.id());
  auto& cells = log_.now().arrays[static_cast<std::size_t>(array.id())];
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const CellState before = cells[i];
    // Freed memory may keep its values for a while, without any guarantee.
    cells[i].written = false;
    log_.note_cell(array.id(), static_cast<std::int64_t>(i), before, cells[i]);
  }
}

void Memory::set_bits(int array, std::int64_t index, Word wanted) {
  const Scalar scalar = info(array).cell(index).scalar;
  const auto at = static_cast<std::size_t>(index);
  const double value = cuda_text::as_double(scalar, wanted);
  const bool differs = std::exchange(words_[static_cast<std::size_t>(array)][at], wanted) != wanted;
  CellState& cell = log_.now().arrays[static_cast<std::size_t>(array)][at];
  const CellState before = cell;
  cell = {value, true, static_cast<int>(log_.trace().steps.size())};
  if (differs || !before.written) ++version_;
  log_.note_cell(array, index, before, cell);
}

}  // namespace heatwave::stage
