// RowCode is a sub-step as machine code, made at run time: one pass over the columns computes all
// outputs of a few rows in registers. A RowFrame is the memory in which one thread runs it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/core/aligned.h"
#include "kernels/core/non_copyable.h"
#include "kernels/core/platform.h"
#include "kernels/core/simd.h"
#include "kernels/field/formula/jit/call_of_linux.h"
#include "kernels/field/formula/jit/row_layout.h"
#include "kernels/field/formula/jit/row_trace.h"

namespace heatwave::field::formula {

/// Returns why this processor or system runs no machine code made for a level; empty: it does.
std::string why_no_row_code(core::SimdLevel level);

class RowCode : core::NonCopyable {
 public:
  /// Its pieces, by the rows and cells that they step. Each steps plain cells, too.
  enum class Piece : std::uint8_t {
    plain_group,
    held_group,             ///< also fixed cells
    medium_group,           ///< also media
    any_group,              ///< all but media
    any_group_with_medium,  ///< all
    plain_row,
    any_row,              ///< all but media
    any_row_with_medium,  ///< all
  };
  static constexpr std::size_t kPieces = 8;

  /// `stride` is the distance of two rows of a plane, in floats. Throws core::Error when the
  /// sub-step is too long, or the system refuses to run code made at run time.
  RowCode(const Program& program, const SubStep& step, core::SimdLevel level, std::size_t stride,
          int width);

  /// Steps the columns from `begin` up to `end`, rounded up to whole vectors. A single row may read
  /// any other rows as its neighbours; a group has them beside it in memory. Precondition: where
  /// groups have one row, the piece is one for rows.
  void run(Piece piece, void* frame, int begin, int end) const {
    pieces_[static_cast<std::size_t>(piece)](frame, begin, end);
  }

  /// Number of rows in a group: 4, 2 or 1.
  [[nodiscard]] int group_rows() const { return group_rows_; }
  [[nodiscard]] const ScalarPlaces& scalars() const { return scalars_; }
  [[nodiscard]] const std::vector<std::uint32_t>& literals() const { return literals_; }
  /// Returns whether the code reads ScalarPlaces::row().
  [[nodiscard]] bool reads_row() const { return reads_row_; }
  /// Returns the pointers that the code for this number of rows uses.
  [[nodiscard]] const std::vector<int>& pointers(int rows) const {
    return rows == 1 ? pointers_.of_row : pointers_.of_group;
  }
  [[nodiscard]] std::size_t bytes() const { return memory_.size(); }

 private:
  using Function = void(HEATWAVE_CALL_OF_LINUX*)(void* frame, std::int64_t begin, std::int64_t end);

  ScalarPlaces scalars_;
  std::vector<std::uint32_t> literals_;  ///< after the scalars
  UsedPointers pointers_;
  int group_rows_ = 1;
  bool reads_row_ = false;
  core::ExecutableMemory memory_;
  std::array<Function, kPieces> pieces_{};
};

class RowFrame {
 public:
  explicit RowFrame(const RowCode& code);

  [[nodiscard]] const RowCode& code() const { return *code_; }
  [[nodiscard]] void* base() { return base_; }
  void set_pointer(int index, const void* to) {
    reinterpret_cast<const void**>(base_ + RowFrameLayout::kPointers)[index] = to;
  }
  void set_bits(int scalar, std::uint32_t bits);
  void set_scalar(int scalar, float value);

 private:
  const RowCode* code_;
  core::AlignedVector<unsigned char> memory_;
  unsigned char* base_ = nullptr;
};

}  // namespace heatwave::field::formula
