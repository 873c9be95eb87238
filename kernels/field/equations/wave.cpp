// The wave equation's catalogue row is defined here.
#include "kernels/field/equations/wave.h"

namespace heatwave::field {
namespace {

double largest_stable(std::size_t parameter, std::span<const double> /*parameters*/,
                      const Stiffness& stiffness) {
  return parameter == 0 ? 0.5 / stiffness.ratio() : kNoLimit;
}

}  // namespace

EquationInfo Wave::info() {
  return {
      .id = "wave",
      .title = "Wave",
      .pde = "u'' = c^2*lap(u) - damping*u'",
      .formula = "new = 2·old − older + c²·(north + south + east + west − 4·old)",
      .text =
          "u'' = m*c2*(1 - damping/2)*lap(u) - damping*u'\n"
          "c2 = 0.25 in [0, 1]\n"
          "damping = 0 in [0, 1]\n",
      .components = {{.id = "u", .title = "height u", .colormap = "coolwarm", .is_signed = true}},
      .steps_back = kStepsBack,
      .has_energy = true,
      .stability_rule = "c² ≤ 1/2",
      .rule_on_line = "c² ≤ 1",
      .stable_limit = largest_stable,
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
      .default_scene = "wave-drop",
      .edges = {EdgeKind::held, EdgeKind::reflecting, EdgeKind::periodic, EdgeKind::absorbing},
      .reflecting_title = "reflecting",
  };
}

Wave::Constants Wave::constants(std::span<const double> parameters) {
  return {.coefficient = static_cast<float>(parameters[0] * (1.0 - 0.5 * parameters[1])),
          .keep = static_cast<float>(1.0 - parameters[1])};
}

}  // namespace heatwave::field
