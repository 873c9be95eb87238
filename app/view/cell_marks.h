// What the shader must know of each cell besides its value, found where the scene changed and
// not once per pixel.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/core/geometry.h"

namespace heatwave::view {

/// At most one of the first three; the others tell where a medium or held cell ends.
enum CellMark : std::uint8_t {
  kMarkWall = 1,
  kMarkMedium = 2,
  kMarkHeld = 4,
  kMarkRim = 8,    ///< one of its eight neighbours is not of its kind
  kMarkWest = 16,  ///< the western one is not
  kMarkEast = 32,
  kMarkNorth = 64,
  kMarkSouth = 128,
};

/// Marks of every `thinned`-th cell, row by row, from field::CellFlag of every cell. They are kept,
/// and found anew only about the cells whose flags have changed.
class CellMarks {
 public:
  /// The part of the marks that may have changed; all of them for another grid.
  core::Rect update(std::span<const std::uint8_t> flags, core::Extent extent, int thinned);

  [[nodiscard]] core::Extent shown() const { return shown_; }
  [[nodiscard]] bool has_walls() const { return has_walls_; }
  /// The marks from this one on.
  [[nodiscard]] const std::uint8_t* at(int x, int y) const {
    return &marks_[core::whole(shown_).index(x, y)];
  }

 private:
  [[nodiscard]] core::Rect changed_cells(std::span<const std::uint8_t> flags) const;
  void keep(std::span<const std::uint8_t> flags, core::Rect cells);
  void find_marks(core::Rect area);

  core::Extent extent_;
  core::Extent shown_;
  int thinned_ = 0;
  bool has_walls_ = false;
  std::vector<std::uint8_t> flags_;  ///< of the cells that are shown
  std::vector<std::uint8_t> marks_;
};

}  // namespace heatwave::view
