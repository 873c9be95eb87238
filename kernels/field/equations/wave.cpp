// The wave equation's catalogue row and its CPU row loops.
#include "kernels/field/equations/wave.h"

#include "kernels/core/simd.h"
#include "kernels/field/row_loops.h"

namespace heatwave::field {

EquationInfo Wave::info() {
  return {
      .id = "wave",
      .title = "Wave",
      .formula = "new = 2u − old + c²·(north + south + east + west − 4u)",
      .stability_rule = "c² ≤ 1/2",
      .stability_limit = 0.5,
      .parameters = {{.id = "c2",
                      .title = "speed squared c²",
                      .unit = "",
                      .help = "Square of the wave's speed in cells per step; stable up to 1/2.",
                      .minimum = 0.0,
                      .maximum = 1.0,
                      .initial = 0.25},
                     {.id = "damping",
                      .title = "damping",
                      .unit = "per step",
                      .help = "The part of its velocity that a cell loses in a step.",
                      .minimum = 0.0,
                      .maximum = 1.0,
                      .initial = 0.0}},
      .colormap = "coolwarm",
      .default_scene = "wave-drop",
      .is_signed = true,
      .edges = {EdgeKind::held, EdgeKind::reflecting, EdgeKind::periodic, EdgeKind::absorbing},
      .reflecting_title = "reflecting",
      .planes = 2,
      .bytes_per_cell = 12.0,
  };
}

Wave::Constants Wave::constants(std::span<const double> parameters) {
  return {.coefficient = static_cast<float>(parameters[0] * (1.0 - 0.5 * parameters[1])),
          .keep = static_cast<float>(1.0 - parameters[1])};
}

HEATWAVE_SIMD_CLONES void Wave::step_plain(const RowJob& row, const Constants& constants, int begin,
                                           int end) {
  plain_cells<Wave>(row, constants, begin, end);
}

HEATWAVE_SIMD_CLONES void Wave::step_special(const RowJob& row, const Constants& constants,
                                             int begin, int end) {
  special_cells<Wave>(row, constants, begin, end);
}

}  // namespace heatwave::field
