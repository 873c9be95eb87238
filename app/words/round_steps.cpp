// Tries 1, 2 and 5 in turn.
#include "app/words/round_steps.h"

#include <algorithm>
#include <cmath>

namespace heatwave::words {
namespace {

/// Of rounding, in ticks.
constexpr double kSlack = 1e-6;

int ticks_between(double low, double high, double step) {
  return static_cast<int>(std::floor(high / step + kSlack) - std::ceil(low / step - kSlack)) + 1;
}

}  // namespace

double tick_step(double low, double high, int most) {
  const double rough = (high - low) / std::max(1, most);
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  double step = 0.5 * power;
  for (const double nice : {1.0, 2.0, 5.0, 10.0}) {
    if (step >= rough * 0.999 || ticks_between(low, high, nice * power) < 2) break;
    step = nice * power;
  }
  return step;
}

}  // namespace heatwave::words
