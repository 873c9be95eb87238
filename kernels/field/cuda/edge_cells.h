// The flags of a grid's outermost cells are kept on the host, so that choosing how to step the
// edges never waits for the device.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/core/geometry.h"
#include "kernels/field/cells.h"

namespace heatwave::field {

/// How the cells of the first and the last column (or row) see the cells beyond the grid.
struct EdgePair {
  bool joined = false;    ///< some cell of one side sees a cell of the other
  bool reflects = false;  ///< some free cell sees its own value instead of a neighbour
  friend bool operator==(const EdgePair&, const EdgePair&) = default;
};

class EdgeCells {
 public:
  explicit EdgeCells(core::Extent extent);

  /// Sets the flags of an area's cells, one byte for each cell.
  void set_flags(core::Rect area, std::span<const std::uint8_t> flags);

  [[nodiscard]] EdgePair columns() const { return columns_; }
  [[nodiscard]] EdgePair rows() const { return rows_; }
  [[nodiscard]] bool absorb() const { return absorb_; }

 private:
  [[nodiscard]] static EdgePair pair(const std::vector<std::uint8_t>& first, CellFlag before,
                                     const std::vector<std::uint8_t>& last, CellFlag behind);

  core::Extent extent_;
  std::vector<std::uint8_t> left_;
  std::vector<std::uint8_t> right_;
  std::vector<std::uint8_t> top_;
  std::vector<std::uint8_t> bottom_;
  EdgePair columns_;
  EdgePair rows_;
  bool absorb_ = false;
};

}  // namespace heatwave::field
