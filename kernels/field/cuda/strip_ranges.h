// StripRanges finds where a grid is stepped in strips, before these are cut into pieces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/field/cuda/tile_cuts.h"
#include "kernels/field/cuda/tile_shapes.h"

namespace heatwave::field {

/// A range of rows that one kind of strip steps.
struct StripRange {
  int x;
  Band rows;
  StripKind kind;
  float factor = 1.0F;  ///< that of the medium in which the range lies
  int fixed_cells = 0;  ///< see FusedTile
};

class StripRanges {
 public:
  StripRanges(const Parts& parts, const StripShape& shape);

  /// Adds the tiles with media, and the parts that no strip covers. Tiles are lower if each of them
  /// then has a multiprocessor.
  void add_other_tiles(int multiprocessors, Cut& cut) const;
  /// Returns the ranges. `wide`: wide strips replace plain ones where they lie side by side in many
  /// rows.
  std::vector<StripRange> find(bool wide);

 private:
  /// Plain strips side by side, in rows of parts.
  struct PlainArea {
    std::size_t first;  ///< the first strip
    int strips;
    float factor;  ///< that of the medium in which they lie
    int begin;     ///< rows of parts
    int end;
  };

  [[nodiscard]] int columns() const { return shape_.width / parts_.shape.width; }
  [[nodiscard]] std::size_t index(std::size_t strip, int row) const {
    return static_cast<std::size_t>(row) * starts_.size() + strip;
  }
  /// Returns the rows of the grid that a row of parts has in a band.
  [[nodiscard]] Band rows_of(int row, Band band) const;
  /// Returns the rows of parts that have rows in a band.
  [[nodiscard]] Band part_rows(Band band) const;
  /// Returns the height of tiles with media.
  [[nodiscard]] int media_height(int multiprocessors) const;
  /// Returns a strip in a row of parts.
  [[nodiscard]] StripRange strip_at(std::size_t strip, int row, Band band) const;
  /// Returns the areas of plain strips in one row of parts.
  [[nodiscard]] std::vector<PlainArea> plain_areas(int row, Band band) const;
  /// Adds the wide ranges of a band of rows.
  void add_wide_ranges(Band band);
  /// Replaces plain strips by wide ones if these take less time. The last two of these may overlap,
  /// and write equal values where they do.
  void replace(const PlainArea& area, Band band);
  /// Adds the ranges of a strip's columns inside a band of rows.
  void add_ranges(std::size_t strip, Band band);

  const Parts& parts_;
  const StripShape& shape_;
  std::vector<int> starts_;            ///< the part columns in which strips begin
  std::vector<PartsUnderTile> under_;  ///< the cells under each strip, for each row of parts
  /// One for each of `under_`; true: wide strips replace the plain one in the band that is cut.
  std::vector<bool> is_wide_;
  std::vector<StripRange> ranges_;
};

}  // namespace heatwave::field
