// BlockValues is the memory in which one thread runs a bytecode: pointers, scalars and temporary
// values.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

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

class BlockValues {
 public:
  explicit BlockValues(const Bytecode& code)
      : code_(&code), slots_(code.slots()), scalars_(code.scalars()), keys_(code.streams().size()) {
    // A vector more than a block may be written.
    const std::size_t each = kMostBlockCells + kLineCells;
    memory_.resize(each * code.temporaries() + kLineCells);
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
  void set_row(int y, int height) {
    scalars_[code_->row_scalar()] = static_cast<float>((height - 1) - 2 * y);
  }
  /// Sets the keys of all streams of noise for a step; −1: the initial field.
  void set_noise(std::int64_t step) {
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      const auto stream = static_cast<std::uint64_t>(code_->streams()[i]);
      const std::uint64_t key = core::splitmix64(stream, static_cast<std::uint64_t>(step));
      keys_[i] = {static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32U)};
    }
  }
  /// Runs the block of `count` cells that begins at `first`.
  void run(core::Cell first, core::Extent extent, int count) const {
    const auto cell =
        static_cast<std::uint32_t>(first.y) * static_cast<std::uint32_t>(extent.width) +
        static_cast<std::uint32_t>(first.x);
    code_->run({slots_.data(), scalars_.data(), keys_.data(), cell, count});
  }

 private:
  const Bytecode* code_;
  std::vector<float*> slots_;
  std::vector<float> scalars_;
  std::vector<NoiseKey> keys_;
  std::vector<float> memory_;
};

}  // namespace heatwave::field::formula
