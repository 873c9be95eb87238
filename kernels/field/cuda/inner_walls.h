// The cells beside inner walls are counted on the host, so that choosing how to step them never
// waits for the device.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/core/geometry.h"

namespace heatwave::field {

/// Knows whether free cells inside a grid lack a neighbour. Grids of more than kMostCells cells are
/// not searched.
class InnerWalls {
 public:
  /// No device keeps more cells in its registers.
  static constexpr std::int64_t kMostCells = std::int64_t{1} << 22U;

  explicit InnerWalls(core::Extent extent);

  /// Sets the flags of an area's cells, one byte for each cell.
  void set_flags(core::Rect area, std::span<const std::uint8_t> flags);

  [[nodiscard]] bool any() const { return count_ > 0; }

 private:
  core::Extent extent_;
  /// For each cell 1 if it lacks a neighbour, else 0; empty: not searched
  std::vector<std::uint8_t> lacks_;
  std::int64_t count_ = 0;  ///< cells that lack a neighbour
};

}  // namespace heatwave::field
