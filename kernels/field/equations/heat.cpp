// The heat equation's catalogue row and its CPU row loops.
#include "kernels/field/equations/heat.h"

#include "kernels/core/simd.h"
#include "kernels/field/row_loops.h"

namespace heatwave::field {

EquationInfo Heat::info() {
  return {
      .id = "heat",
      .title = "Heat",
      .formula = "u += α·(north + south + east + west − 4u)",
      .stability_rule = "α ≤ 1/4",
      .stability_limit = 0.25,
      .parameters = {{.id = "alpha",
                      .title = "diffusivity α",
                      .unit = "",
                      .help = "How fast heat spreads; stable up to 1/4.",
                      .minimum = 0.0,
                      .maximum = 1.0,
                      .initial = 0.2}},
      .colormap = "inferno",
      .default_scene = "heat-plate",
      .is_signed = false,
      .edges = {EdgeKind::held, EdgeKind::reflecting, EdgeKind::periodic},
      .reflecting_title = "insulated",
      .planes = 1,
      .bytes_per_cell = 8.0,
  };
}

Heat::Constants Heat::constants(std::span<const double> parameters) {
  return {.coefficient = static_cast<float>(parameters[0])};
}

HEATWAVE_SIMD_CLONES void Heat::step_plain(const RowJob& row, const Constants& constants, int begin,
                                           int end) {
  plain_cells<Heat>(row, constants, begin, end);
}

HEATWAVE_SIMD_CLONES void Heat::step_special(const RowJob& row, const Constants& constants,
                                             int begin, int end) {
  special_cells<Heat>(row, constants, begin, end);
}

}  // namespace heatwave::field
