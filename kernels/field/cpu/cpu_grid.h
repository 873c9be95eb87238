// The memory of a CPU solver: padded rows of floats, flags, and which stretches of a row are plain.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/core/blank_array.h"
#include "kernels/core/geometry.h"
#include "kernels/field/cpu/row_job.h"

namespace heatwave::field {

/// Rows with room for one more column on either side, each starting at a cache line.
class PaddedPlane {
 public:
  explicit PaddedPlane(core::Extent extent);

  [[nodiscard]] float* row(int y) { return cells_.data() + offset(y); }
  [[nodiscard]] const float* row(int y) const { return cells_.data() + offset(y); }
  [[nodiscard]] std::size_t stride() const { return stride_; }
  [[nodiscard]] core::Extent extent() const { return extent_; }

  /// Lets the column beyond either end of a row show the opposite end.
  void wrap_row(int y) {
    float* cells = row(y);
    cells[-1] = cells[extent_.width - 1];
    cells[extent_.width] = cells[0];
  }

  /// As it began. What it held goes first: two of them may not fit.
  void clear();

  /// Copies a dense array of the area's cells in, or out.
  void write(core::Rect area, std::span<const float> dense);
  void read(core::Rect area, std::span<float> dense) const;

  static std::uint64_t bytes(core::Extent extent);

 private:
  [[nodiscard]] std::size_t offset(int y) const {
    return kPad + static_cast<std::size_t>(y) * stride_;
  }

  static constexpr std::size_t kPad = core::kCacheLine / sizeof(float);

  core::Extent extent_;
  std::size_t stride_;
  core::BlankArray<float> cells_;
};

/// Blank ones, one for each component.
std::vector<PaddedPlane> blank_planes(core::Extent extent, std::size_t components);

/// What a line of kLineCells cells holds, as bits.
enum LineFact : std::uint8_t {
  kHasFree = 1,    ///< a cell that may change
  kHasKept = 2,    ///< one that keeps its value
  kHasMedium = 4,  ///< a free one with a coefficient of its own
  kHasOther = 8,   ///< a free one that misses a neighbour
};

/// The facts of each line of a row. Cells on absorbing edges count as plain ones: they have a step
/// of their own besides.
std::vector<std::uint8_t> line_facts(std::span<const std::uint8_t> flags);

/// Splits a row of such lines into runs. The facts of several rows may be joined by `|`.
std::vector<Run> runs_of(std::span<const std::uint8_t> facts, int width);

}  // namespace heatwave::field
