// The memory that the machine code of a sub-step reads, besides the field: pointers to rows,
// scalars, literals, and room for values that registers cannot hold.
#pragma once

#include <vector>

#include "kernels/core/aligned.h"
#include "kernels/field/formula/model.h"

namespace heatwave::field::formula {

/// Pointers to column 0 of a group's first row, each an index into RowFrame::pointer().
struct RowPointer {
  static constexpr int kMostPointers = 4 * static_cast<int>(kMostPlanes) + 3;

  static int from(int plane) { return 4 * plane; }
  static int north(int plane) { return 4 * plane + 1; }  ///< the row above, for single rows
  static int south(int plane) { return 4 * plane + 2; }  ///< the row below, for single rows
  static int to(int plane) { return 4 * plane + 3; }
  static constexpr int kMedium = 4 * static_cast<int>(kMostPlanes);
  static constexpr int kColumn = kMedium + 1;
  static constexpr int kFlags = kMedium + 2;
};

/// The pointers that code uses. A group's rows and their neighbours lie one after another, so that
/// it needs fewer.
struct UsedPointers {
  std::vector<int> of_row;
  std::vector<int> of_group;
};

/// Places in a frame, in bytes from its base, to which the code's one argument points. Scalars and
/// literals lie at the base, as whole vectors.
struct RowFrameLayout {
  static constexpr int kVector = core::kCacheLine;
  static constexpr int kMostSpills = 256;
  static constexpr int kPointers = -4 * kVector;
  static constexpr int kSaved = kPointers - 32 * kVector;  ///< all registers, during a call
  static constexpr int kSpills = kSaved - kMostSpills * kVector;
  static_assert(RowPointer::kMostPointers * 8 <= -kPointers);
};

}  // namespace heatwave::field::formula
