// The FitzHugh–Nagumo equations' catalogue row is defined here.
#include "kernels/field/equations/fitzhugh_nagumo.h"

namespace heatwave::field {
namespace {

enum Parameter : std::size_t { kSpread, kRate, kThreshold, kRecovery, kDecay };

/// The reaction pulls u back by at most 2·r of itself, so steps are stable if 8·D + 2·r ≤ 2.
double largest_stable(std::size_t parameter, std::span<const double> parameters,
                      const Stiffness& stiffness) {
  return parameter == kSpread ? (1.0 - parameters[kRate]) / 4.0 / stiffness.ratio() : kNoLimit;
}

}  // namespace

EquationInfo FitzHughNagumo::info() {
  return {
      .id = "fitzhugh-nagumo",
      .title = "FitzHugh–Nagumo",
      .pde =
          "u' = D*lap(u) + r*(u*(1-u)*(u-a) - v)\n"
          "v' = epsilon*(u - gamma*v)",
      .formula = "u += D·Δu + r·(u·(1 − u)·(u − a) − v),  v += ε·(u − γ·v)",
      .text =
          "u' = m*spread*lap(u) + rate*(u*max((1 - u)*(u - threshold), -2) - v)\n"
          "v' = recovery*(u - decay*v)\n"
          "spread = 0.2 in [0, 1]\n"
          "rate = 0.1 in [0, 0.5]\n"
          "threshold = 0.05 in [0, 0.5]\n"
          "recovery = 0.0005 in [0, 0.05]\n"
          "decay = 1 in [0, 10]\n",
      .components = {{.id = "u", .title = "excitation u", .colormap = "inferno"},
                     {.id = "v", .title = "tiredness v", .colormap = "viridis"}},
      .stability_rule = "D ≤ (1 − r)/4",
      .rule_on_line = "D ≤ (1 − r)/2",
      .stable_limit = largest_stable,
      .parameters = {{.id = "spread",
                      .title = "spread D",
                      .unit = "",
                      .help = "How fast excitation spreads.",
                      .minimum = 0.0,
                      .maximum = 1.0,
                      .initial = 0.2},
                     {.id = "rate",
                      .title = "rate r",
                      .unit = "per step",
                      .help = "How fast an excited cell excites itself further.",
                      .minimum = 0.0,
                      .maximum = 0.5,
                      .initial = 0.1},
                     {.id = "threshold",
                      .title = "threshold a",
                      .unit = "",
                      .help = "An excitation below this value decays.",
                      .minimum = 0.0,
                      .maximum = 0.5,
                      .initial = 0.05},
                     {.id = "recovery",
                      .title = "recovery ε",
                      .unit = "per step",
                      .help =
                          "How fast a cell becomes refractory and recovers; small compared with r.",
                      .minimum = 0.0,
                      .maximum = 0.05,
                      .initial = 0.0005},
                     {.id = "decay",
                      .title = "decay γ",
                      .unit = "",
                      .help = "How fast the recovery variable decays, relative to its growth.",
                      .minimum = 0.0,
                      .maximum = 10.0,
                      .initial = 1.0}},
      .default_scene = "spiral",
      .edges = {EdgeKind::held, EdgeKind::reflecting, EdgeKind::periodic},
      .reflecting_title = "insulated",
  };
}

FitzHughNagumo::Constants FitzHughNagumo::constants(std::span<const double> parameters) {
  return {.spread = static_cast<float>(parameters[kSpread]),
          .rate = static_cast<float>(parameters[kRate]),
          .threshold = static_cast<float>(parameters[kThreshold]),
          .recovery = static_cast<float>(parameters[kRecovery]),
          .decay = static_cast<float>(parameters[kRecovery] * parameters[kDecay])};
}

}  // namespace heatwave::field
