// Field values on a lattice of evenly spaced samples, the input for lines and surfaces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/core/geometry.h"

namespace heatwave::lines {

struct Samples {
  core::Extent extent;            ///< number of samples in x and y
  core::Point first;              ///< position of the first sample, in cells
  core::Point spacing{1.0, 1.0};  ///< distance between samples, in cells
  std::vector<float> values;      ///< sample values, row by row
  /// current field, where `values` are its time average; empty: `values` are the field
  std::vector<float> now;
  std::vector<float> before;  ///< previous time level; empty: unknown
  /// Vectors in place of fluxes: their components to the right and upwards; empty: none.
  std::vector<float> right;
  std::vector<float> up;
  std::vector<std::uint8_t> walls;  ///< not 0: a wall; empty: no walls
  std::uint64_t version = 0;        ///< changes with each reading

  [[nodiscard]] bool empty() const { return values.empty(); }
  [[nodiscard]] std::size_t index(int x, int y) const { return core::whole(extent).index(x, y); }
  [[nodiscard]] core::Point place(int x, int y) const {
    return {first.x + spacing.x * x, first.y + spacing.y * y};
  }
  [[nodiscard]] bool is_wall(std::size_t sample) const {
    return !walls.empty() && walls[sample] != 0;
  }
  /// Interpolates between samples; positions outside take the nearest sample on the border.
  [[nodiscard]] float value_at(core::Point place) const;
  /// Returns the gradient of the mean of the current and previous field, in values per cell;
  /// nothing at a wall.
  [[nodiscard]] std::optional<core::Point> slope_at(core::Point place) const;
  /// Returns the change over the last step; 0 if unknown.
  [[nodiscard]] float change_at(core::Point place) const;
  /// Returns the vector at a position, with y downwards as in cells; nothing at a wall.
  /// Precondition: there are vectors.
  [[nodiscard]] std::optional<core::Point> vector_at(core::Point place) const;
  /// Returns the current field.
  [[nodiscard]] const std::vector<float>& field() const { return now.empty() ? values : now; }
};

}  // namespace heatwave::lines
