// What the outermost cells of a grid are, kept on the host: so nobody waits for the device to learn
// how a grid's edges are to be stepped.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/core/geometry.h"
#include "kernels/field/cells.h"

namespace heatwave::field {

/// What cells of the first and the last column, or row, see beyond the grid.
struct EdgePair {
  bool joined = false;    ///< some cell of one sees the other
  bool reflects = false;  ///< some cell that does not keep its value sees itself instead
  friend bool operator==(const EdgePair&, const EdgePair&) = default;
};

class EdgeCells {
 public:
  explicit EdgeCells(core::Extent extent);

  /// The cells of an area are these from now on, one byte of flags each.
  void take(core::Rect area, std::span<const std::uint8_t> flags);

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
