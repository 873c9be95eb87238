// The properties of each cell that the shader needs besides its value. They are computed when the
// scene changes instead of once per pixel.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/core/geometry.h"

namespace heatwave::view {

/// A cell has at most one of the first three; the others tell where a medium or held area ends.
enum CellMark : std::uint8_t {
  kMarkWall = 1,
  kMarkMedium = 2,
  kMarkHeld = 4,
  kMarkRim = 8,    ///< one of its eight neighbours is of another kind
  kMarkWest = 16,  ///< its western neighbour is of another kind
  kMarkEast = 32,
  kMarkNorth = 64,
  kMarkSouth = 128,
};

/// Holds the marks of every `thinned`-th cell, row by row, computed from the field::CellFlag of
/// every cell. An update recomputes only the marks around changed flags.
class CellMarks {
 public:
  /// Returns the part of the marks that may have changed; all of them for a new grid.
  core::Rect update(std::span<const std::uint8_t> flags, core::Extent extent, int thinned);

  [[nodiscard]] core::Extent shown() const { return shown_; }
  [[nodiscard]] bool has_walls() const { return has_walls_; }
  /// Returns a pointer to the mark of a cell; the rest of the row follows.
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
  std::vector<std::uint8_t> flags_;  ///< flags of the shown cells
  std::vector<std::uint8_t> marks_;
};

/// The data that the shader must read for a part of the grid besides the values.
enum class PartKind : std::uint8_t {
  plain,       ///< nothing: no cell has a mark
  marked,      ///< marks
  near_walls,  ///< marks, and a wall lies in the part or within two cells of it
};

struct MarkedPart {
  core::Rect cells;  ///< in shown cells
  PartKind kind = PartKind::plain;
};

/// Returns rectangles that cover each shown cell once.
std::vector<MarkedPart> marked_parts(const CellMarks& marks);

}  // namespace heatwave::view
