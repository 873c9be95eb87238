// BlockValues is the memory in which one thread runs a bytecode: pointers, scalars and temporary
// values.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/core/aligned.h"
#include "kernels/core/geometry.h"
#include "kernels/core/random.h"
#include "kernels/field/cpu/row_job.h"
#include "kernels/field/formula/row_bytecode.h"

namespace heatwave::field::formula {

/// The places of columns as a program reads them: 2·column − (width − 1).
class Columns {
 public:
  Columns() = default;
  explicit Columns(int width) : places_(static_cast<std::size_t>(width + kMostBlockCells)) {
    for (std::size_t x = 0; x < places_.size(); ++x) {
      places_[x] = static_cast<float>(2 * static_cast<int>(x) - (width - 1));
    }
  }
  /// Kernels take all slots as writable, but write only outputs and temporary values.
  [[nodiscard]] float* at(int x) const { return const_cast<float*>(places_.data()) + x; }
  [[nodiscard]] bool empty() const { return places_.empty(); }

 private:
  std::vector<float> places_;
};

/// The place of a row as a program reads it.
inline float place_of_row(int y, int height) { return static_cast<float>((height - 1) - 2 * y); }
/// The number of a cell, on which its noise depends.
inline std::uint32_t noise_cell(core::Cell cell, core::Extent extent) {
  return static_cast<std::uint32_t>(cell.y) * static_cast<std::uint32_t>(extent.width) +
         static_cast<std::uint32_t>(cell.x);
}
/// The keys of a stream of noise in one step; −1: the initial field.
inline NoiseKey noise_key(int stream, std::int64_t step) {
  const std::uint64_t key =
      core::splitmix64(static_cast<std::uint64_t>(stream), static_cast<std::uint64_t>(step));
  return {static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32U)};
}

class BlockValues {
 public:
  explicit BlockValues(const Bytecode& code)
      : code_(&code),
        slots_(code.slots()),
        scalars_(code.scalars()),
        keys_(code.streams().size()),
        memory_(static_cast<std::size_t>(code.block_cells()) * code.temporaries()) {
    const auto each = static_cast<std::size_t>(code.block_cells());
    for (std::size_t i = 0; i < code.temporaries(); ++i) {
      slots_[code.first_temporary() + i] = memory_.data() + i * each;
    }
    scalars_.back() = 1.0F;
  }

  [[nodiscard]] const Bytecode& code() const { return *code_; }
  [[nodiscard]] float*& slot(std::size_t index) { return slots_[index]; }
  void set_constants(std::span<const float> constants) {
    std::copy(constants.begin(), constants.end(), scalars_.begin());
  }
  void set_uniform(std::size_t uniform, float value) {
    scalars_[code_->uniform_scalar(uniform)] = value;
  }
  void set_row(int y, int height) { scalars_[code_->row_scalar()] = place_of_row(y, height); }
  /// Sets the keys of all streams of noise for a step; −1: the initial field.
  void set_noise(std::int64_t step) {
    for (std::size_t i = 0; i < keys_.size(); ++i) keys_[i] = noise_key(code_->streams()[i], step);
  }
  /// Runs the block of `count` cells that begins at `first`. Precondition: they are at most
  /// Bytecode::block_cells().
  void run(core::Cell first, core::Extent extent, int count) const {
    code_->run({slots_.data(), scalars_.data(), keys_.data(), noise_cell(first, extent), count});
  }

 private:
  const Bytecode* code_;
  std::vector<float*> slots_;
  std::vector<float> scalars_;
  std::vector<NoiseKey> keys_;
  core::AlignedVector<float> memory_;  ///< temporary values, at cache lines
};

}  // namespace heatwave::field::formula
