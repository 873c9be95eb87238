// PaddedPlane is the memory of one plane on the CPU; plane_places() says where in a page each plane
// begins; runs_of() finds the runs of cells that one loop can step.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/core/blank_array.h"
#include "kernels/core/geometry.h"
#include "kernels/field/cpu/row_job.h"
#include "kernels/field/slab.h"

namespace heatwave::field {

/// A plane whose rows have one column of padding on either side. Each row starts at a cache line.
class PaddedPlane {
 public:
  /// `place` is where in a page of core::kPage bytes the plane begins.
  explicit PaddedPlane(core::Extent extent, std::size_t place = 0);

  [[nodiscard]] float* row(int y) { return cells_.data() + offset(y); }
  [[nodiscard]] const float* row(int y) const { return cells_.data() + offset(y); }
  [[nodiscard]] std::size_t stride() const { return stride_; }
  [[nodiscard]] core::Extent extent() const { return extent_; }

  /// Copies the cell at either end of a row into the padding beyond the opposite end.
  void wrap_row(int y) {
    float* cells = row(y);
    cells[-1] = cells[extent_.width - 1];
    cells[extent_.width] = cells[0];
  }

  /// Sets the plane to zero. The old memory is freed first, because two planes may not fit at once.
  void clear();

  /// write() copies a dense array into an area of the plane; read() copies an area out of it.
  void write(core::Rect area, std::span<const float> dense);
  void read(core::Rect area, std::span<float> dense) const;

  static std::uint64_t bytes(core::Extent extent);

 private:
  [[nodiscard]] std::size_t offset(int y) const {
    return kPad + static_cast<std::size_t>(y) * stride_;
  }

  static constexpr std::size_t kPad = core::kCacheLine / sizeof(float);

  core::Extent extent_;
  std::size_t place_;
  std::size_t stride_;
  core::BlankArray<float> cells_;
};

/// Where in a page of core::kPage bytes each plane of a field begins, in bytes.
struct PlanePlaces {
  std::vector<std::size_t> newest;
  std::vector<std::size_t> other;
  std::size_t factors = 0;
  std::size_t flags = 0;
};

/// Returns places for which no row that a step reads has the place of a row that it writes at the
/// same time. A load waits for an earlier store to the same place of another page: with all planes
/// at one place, a step takes half as long again.
PlanePlaces plane_places(core::Extent extent, std::size_t components);

/// Returns planes of zeros, one for each place.
std::vector<PaddedPlane> blank_planes(core::Extent extent, std::span<const std::size_t> places);

/// Each bit says that a line of kLineCells cells contains a cell of this kind.
enum LineContents : std::uint8_t {
  kHasFree = 1,    ///< a free cell: a step may change it
  kHasFixed = 2,   ///< a fixed cell: a step leaves it unchanged
  kHasMedium = 4,  ///< a free cell with a coefficient of its own
  kHasOther = 8,   ///< a free cell that lacks a neighbour
};

/// Returns the contents of each line of a row. Cells on absorbing edges count as plain, because a
/// separate step handles them.
std::vector<std::uint8_t> line_contents(std::span<const std::uint8_t> flags);

/// Splits a row into runs, given the contents of its lines. Combine the contents of several rows
/// with `|` to get runs that hold for all of them.
std::vector<Run> runs_of(std::span<const std::uint8_t> contents, int width);

}  // namespace heatwave::field
