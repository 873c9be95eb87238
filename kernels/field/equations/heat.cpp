// The heat equation's catalogue row is defined here.
#include "kernels/field/equations/heat.h"

namespace heatwave::field {
namespace {

double largest_stable(std::size_t parameter, std::span<const double> /*parameters*/,
                      const Stiffness& stiffness) {
  return parameter == 0 ? 0.25 / stiffness.ratio() : kNoLimit;
}

}  // namespace

EquationInfo Heat::info() {
  return {
      .id = "heat",
      .title = "Heat",
      .pde = "u' = alpha*lap(u)",
      .formula = "u += α·(north + south + east + west − 4u)",
      .text =
          "u' = m*alpha*lap(u)\n"
          "alpha = 0.2 in [0, 1]\n",
      .components = {{.id = "u", .title = "temperature u", .colormap = "inferno"}},
      .stability_rule = "α ≤ 1/4",
      .rule_on_line = "α ≤ 1/2",
      .stable_limit = largest_stable,
      .parameters = {{.id = "alpha",
                      .title = "diffusivity α",
                      .unit = "",
                      .help = "How fast heat spreads; stable up to 1/4.",
                      .minimum = 0.0,
                      .maximum = 1.0,
                      .initial = 0.2}},
      .default_scene = "heat-plate",
      .edges = {EdgeKind::held, EdgeKind::reflecting, EdgeKind::periodic},
      .reflecting_title = "insulated",
  };
}

Heat::Constants Heat::constants(std::span<const double> parameters) {
  return {.coefficient = static_cast<float>(parameters[0])};
}

}  // namespace heatwave::field
