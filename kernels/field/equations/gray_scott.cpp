// The Gray–Scott equations' catalogue row is defined here.
#include "kernels/field/equations/gray_scott.h"

namespace heatwave::field {
namespace {

enum Parameter : std::size_t { kSpreadU, kSpreadV, kFeed, kKill };

/// Diffusion alone is stable up to 1/4. The reaction lowers this limit, with v at most 0.6.
double largest_stable(std::size_t parameter, std::span<const double> /*parameters*/,
                      const Stiffness& stiffness) {
  return parameter == kSpreadU || parameter == kSpreadV ? 0.2 / stiffness.ratio() : kNoLimit;
}

}  // namespace

EquationInfo GrayScott::info() {
  return {
      .id = "gray-scott",
      .title = "Gray–Scott",
      .pde =
          "u' = Du*lap(u) - u*v^2 + F*(1-u)\n"
          "v' = Dv*lap(v) + u*v^2 - (F+k)*v",
      .formula = "u += Du·Δu − u·v² + F·(1 − u),  v += Dv·Δv + u·v² − (F + k)·v",
      .text =
          "u' = m*du*lap(u) - u*min(v^2, 1) + feed*(1 - u)\n"
          "v' = m*dv*lap(v) + u*min(v^2, 1) - (feed + kill)*v\n"
          "du = 0.16 in [0, 1]\n"
          "dv = 0.08 in [0, 1]\n"
          "feed = 0.03 in [0, 0.1]\n"
          "kill = 0.062 in [0, 0.1]\n"
          "u(0) = 1\n",
      .components = {{.id = "u", .title = "food u", .colormap = "viridis", .rest = 1.0},
                     {.id = "v", .title = "eater v", .colormap = "inferno"}},
      .main_component = 1,
      .stability_rule = "Du, Dv ≤ 1/5",
      .rule_on_line = "Du, Dv ≤ 2/5",
      .stable_limit = largest_stable,
      .parameters = {{.id = "du",
                      .title = "spread of u, Du",
                      .unit = "",
                      .help = "How fast the food spreads.",
                      .minimum = 0.0,
                      .maximum = 1.0,
                      .initial = 0.16},
                     {.id = "dv",
                      .title = "spread of v, Dv",
                      .unit = "",
                      .help = "How fast the eater spreads; about half of Du gives patterns.",
                      .minimum = 0.0,
                      .maximum = 1.0,
                      .initial = 0.08},
                     {.id = "feed",
                      .title = "feed F",
                      .unit = "per step",
                      .help = "How fast food flows in and everything flows out.",
                      .minimum = 0.0,
                      .maximum = 0.1,
                      .initial = 0.03},
                     {.id = "kill",
                      .title = "kill k",
                      .unit = "per step",
                      .help = "Additional death rate of the eater.",
                      .minimum = 0.0,
                      .maximum = 0.1,
                      .initial = 0.062}},
      .default_scene = "spots",
      .edges = {EdgeKind::held, EdgeKind::reflecting, EdgeKind::periodic},
      .reflecting_title = "reflecting",
  };
}

GrayScott::Constants GrayScott::constants(std::span<const double> parameters) {
  return {.spread_u = static_cast<float>(parameters[kSpreadU]),
          .spread_v = static_cast<float>(parameters[kSpreadV]),
          .feed = static_cast<float>(parameters[kFeed]),
          .keep_u = static_cast<float>(1.0 - parameters[kFeed]),
          .keep_v = static_cast<float>(1.0 - parameters[kFeed] - parameters[kKill])};
}

}  // namespace heatwave::field
