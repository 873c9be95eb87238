// The memory of a machine: arrays, the values of their cells, and their addresses.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "kernels/core/non_copyable.h"
#include "kernels/stage/kernel_launch.h"
#include "kernels/stage/play_log.h"

namespace heatwave::stage {

using cuda_text::Scalar;

class Memory : core::NonCopyable {
 public:
  /// The log, which outlives the memory, records all changes.
  explicit Memory(PlayLog& log);

  /// Declares an array none of whose cells has been written.
  Array unwritten(const std::string& name, Space space, Scalar type, int size, int width);
  /// Declares an array of elements with several cells, such as structs; all bytes are zero.
  Array zeroed(const std::string& name, const cuda_text::Layout& layout, int elements);
  /// Sets cells of an array from this one on. The play starts with their values.
  void fill(Array array, std::size_t first, std::span<const double> values);
  /// Declares the memory that a kernel's text declares, the shared one for this block. Returns the
  /// arrays by the text's order.
  std::vector<int> objects_of(const KernelLaunch& what, int block);
  /// Forgets the addresses of the last launch's shared arrays.
  void begin_launch() { next_shared_address_.clear(); }

  // The host's accesses. Changes are allowed only in a step of the host; they throw core::Error
  // outside an array.

  [[nodiscard]] const CellState& cell(Array array, std::int64_t index) const;
  void set(Array array, std::int64_t index, double value);
  /// Frees an array. Later accesses to it are faults.
  void free(Array array);

  // The threads' accesses

  [[nodiscard]] bool inside(int array, std::int64_t index) const {
    return index >= 0 && index < info(array).size;
  }
  [[nodiscard]] bool is_freed(int array) const { return !freed_.empty() && freed_.contains(array); }
  [[nodiscard]] const CellState& state(int array, std::int64_t index) const {
    return log_.now().arrays[static_cast<std::size_t>(array)][static_cast<std::size_t>(index)];
  }
  [[nodiscard]] cuda_text::Word bits(int array, std::int64_t index) const {
    return words_[static_cast<std::size_t>(array)][static_cast<std::size_t>(index)];
  }
  void set_bits(int array, std::int64_t index, cuda_text::Word bits);
  [[nodiscard]] const ArrayInfo& info(int array) const {
    return log_.trace().arrays[static_cast<std::size_t>(array)];
  }
  [[nodiscard]] std::int64_t cells() const { return cells_; }  ///< number in all arrays
  /// Increases when any cell changes.
  [[nodiscard]] int version() const { return version_; }

 private:
  Array declare(ArrayInfo info);
  int global_object(const cuda_text::MemoryObject& object);

  PlayLog& log_;
  /// By array: the words of its cells. A double does not hold all of them exactly.
  std::vector<std::vector<cuda_text::Word>> words_;
  std::map<std::string, int> global_objects_;  ///< memory that texts declare, by name
  std::set<int> freed_;
  std::int64_t cells_ = 0;
  std::int64_t next_address_ = 0;
  std::map<int, std::int64_t> next_shared_address_;  ///< by block
  int version_ = 0;
};

}  // namespace heatwave::stage
