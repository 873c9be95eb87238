// Changes to a field that a solver takes between two steps, as plain values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include "kernels/core/geometry.h"
#include "kernels/field/cells.h"

namespace heatwave::field {

/// offset + rise·amplitude·sin(2π·step/period + phase), where the rise goes smoothly from 0 at step
/// 0 to 1 at the ramp's end.
struct Oscillation {
  double amplitude = 1.0;
  double period = 60.0;  ///< steps
  double phase = 0.0;    ///< degrees
  double offset = 0.0;
  double ramp = 0.0;  ///< steps; 0: the oscillation has its whole amplitude at once

  [[nodiscard]] float value_at(std::int64_t step) const;
  friend bool operator==(const Oscillation&, const Oscillation&) = default;
};

/// The numbers a step needs. Applies to all steps that follow.
struct SetRules {
  std::vector<double> parameters;  ///< in the order of the equation's catalogue row
  Edges edges;
  std::vector<Oscillation> oscillations;
};

struct OscillatingCell {
  core::Cell cell;
  int oscillation = 0;        ///< index into SetRules::oscillations
  std::size_t component = 0;  ///< that takes the oscillation's value; the others are held
};

/// What the cells of a rectangle are from now on. Cells that are held take their values at once;
/// walls those at rest; free cells keep what they have.
struct SetCells {
  core::Rect area;
  std::vector<std::uint8_t> flags;           ///< one for each cell of the area
  std::vector<float> held_values;            ///< likewise, component after component; read where
                                             ///< kHeld is set
  std::vector<float> factors;                ///< as flags, or empty where no cell is a medium
  std::vector<OscillatingCell> oscillating;  ///< all oscillating cells of the area
};

/// Gives one component of free cells a value, at rest. Held cells and walls are left alone.
struct PaintCells {
  core::Rect area;
  std::vector<std::uint8_t> mask;  ///< nonzero where to paint
  float value = 0.0F;
  std::size_t component = 0;
};

/// Gives free cells what read() once told of them. Held cells and walls are left alone.
struct PutCells {
  core::Rect area;
  std::vector<std::uint8_t> mask;          ///< nonzero where to put
  std::vector<std::vector<float>> planes;  ///< each plane's values of the area
};

/// Gives all cells what read() once told of them, when they were what they are again now.
struct RestoreCells {
  core::Rect area;
  std::vector<std::vector<float>> planes;  ///< each plane's values of the area
};

using Edit = std::variant<SetRules, SetCells, PaintCells, PutCells, RestoreCells>;

}  // namespace heatwave::field
