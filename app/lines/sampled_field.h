// Values of a field at evenly spaced places: what lines and surfaces are made from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/core/geometry.h"

namespace heatwave::lines {

struct Samples {
  core::Extent extent;              ///< how many there are across and down
  core::Point first;                ///< where the first one lies, in cells
  core::Point spacing{1.0, 1.0};    ///< cells from one to the next
  std::vector<float> values;        ///< row by row
  std::vector<float> now;           ///< likewise of the field where `values` are an average of it
  std::vector<float> before;        ///< likewise one step before; empty: not known
  std::vector<std::uint8_t> walls;  ///< not 0: a wall stands there; empty: there are none
  std::uint64_t version = 0;        ///< another one for each reading

  [[nodiscard]] bool empty() const { return values.empty(); }
  [[nodiscard]] std::size_t index(int x, int y) const { return core::whole(extent).index(x, y); }
  [[nodiscard]] core::Point place(int x, int y) const {
    return {first.x + spacing.x * x, first.y + spacing.y * y};
  }
  [[nodiscard]] bool is_wall(std::size_t sample) const {
    return !walls.empty() && walls[sample] != 0;
  }
  /// Between the samples about a place, and beyond the outer ones as on them.
  [[nodiscard]] float value_at(core::Point place) const;
  /// How steep the mean of the field now and before is there, in values per cell; nothing at a
  /// wall.
  [[nodiscard]] std::optional<core::Point> slope_at(core::Point place) const;
  /// What the last step changed there; 0 where that is not known.
  [[nodiscard]] float change_at(core::Point place) const;
  /// The field as it is now.
  [[nodiscard]] const std::vector<float>& field() const { return now.empty() ? values : now; }
};

}  // namespace heatwave::lines
