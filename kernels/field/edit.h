// An edit is a change that a solver makes to a field between two steps, as a plain value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include "kernels/core/geometry.h"
#include "kernels/field/cells.h"

namespace heatwave::field {

/// The value is offset + rise·amplitude·sin(2π·step/period + phase). The rise goes smoothly from 0
/// at step 0 to 1 at the end of the ramp.
struct Oscillation {
  double amplitude = 1.0;
  double period = 60.0;  ///< steps
  double phase = 0.0;    ///< degrees
  double offset = 0.0;
  double ramp = 0.0;  ///< steps; 0: the oscillation has its full amplitude at once

  [[nodiscard]] float value_at(std::int64_t step) const;
  friend bool operator==(const Oscillation&, const Oscillation&) = default;
};

/// Sets the parameters and edges of all following steps.
struct SetRules {
  std::vector<double> parameters;  ///< in the order of the equation's catalogue row
  Edges edges;
  std::vector<Oscillation> oscillations;
};

struct OscillatingCell {
  core::Cell cell;
  int oscillation = 0;  ///< index into SetRules::oscillations
  /// Component that takes the oscillation's value; the cell's other components are held.
  std::size_t component = 0;
};

/// Sets the kinds of all cells in a rectangle. Held cells take their values at once, walls take the
/// rest value, and free cells keep their values.
struct SetCells {
  core::Rect area;
  std::vector<std::uint8_t> flags;  ///< one byte for each cell of the area
  /// One value for each cell, component after component; read only where kHeld is set.
  std::vector<float> held_values;
  std::vector<float> factors;  ///< one value for each cell; empty: no cell is a medium
  std::vector<OscillatingCell> oscillating;  ///< all oscillating cells of the area
};

/// Sets one component of free cells to a value, in both time levels. Held cells and walls keep
/// theirs.
struct PaintCells {
  core::Rect area;
  std::vector<std::uint8_t> mask;  ///< nonzero: the cell is painted
  float value = 0.0F;
  std::size_t component = 0;
};

/// Gives free cells the values that read() once returned. Held cells and walls keep theirs.
struct PutCells {
  core::Rect area;
  std::vector<std::uint8_t> mask;          ///< nonzero: the cell takes its value
  std::vector<std::vector<float>> planes;  ///< values of the area, plane after plane
};

/// Gives all cells the values that read() once returned. Precondition: the cells have the kinds
/// that they had then.
struct RestoreCells {
  core::Rect area;
  std::vector<std::vector<float>> planes;  ///< values of the area, plane after plane
};

using Edit = std::variant<SetRules, SetCells, PaintCells, PutCells, RestoreCells>;

}  // namespace heatwave::field
