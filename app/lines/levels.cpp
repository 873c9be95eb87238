// Chooses levels.
#include "app/lines/levels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/words/round_steps.h"

namespace heatwave::lines {
namespace {

Levels band_borders(const colour::ColourScale& scale, int most) {
  const auto low = static_cast<double>(scale.low);
  const double width = (static_cast<double>(scale.high) - low) / scale.bands;
  const int every = std::max(1, (scale.bands + std::max(2, most)) / std::max(2, most));
  Levels levels{.values = {}, .step = width * every};
  // What is left over lies at both ends alike.
  const int first = scale.bands % every / 2;
  for (int i = first; i <= scale.bands; i += every) levels.values.push_back(low + width * i);
  return levels;
}

/// Three digits tell the borders of bands apart, which are seldom round.
int decimals_of(double step) {
  const double power = std::pow(10.0, std::floor(std::log10(step) + 1e-9));
  const double digits = step / power;
  const bool round = std::abs(digits - std::round(digits)) < 1e-3;
  const int exponent = static_cast<int>(std::floor(std::log10(step) + 1e-9));
  return std::clamp((round ? 0 : 1) - exponent, 0, 6);
}

}  // namespace

std::string level_words(const colour::ColourScale& scale, double value, double step) {
  const colour::Legend& legend = scale.legend;
  const double level = legend.said(value);
  const double apart = step * legend.scale();
  const double reach = std::max(std::abs(legend.said(static_cast<double>(scale.low))),
                                std::abs(legend.said(static_cast<double>(scale.high))));
  const double size = std::abs(level) < apart * 1e-6 ? 0.0 : std::abs(level);
  const std::string sign = level < 0 && size > 0 ? "−" : "";
  if (reach >= 1e5 || reach < 1e-3) return legend.with_unit(sign + fmt::format("{:.1e}", size));
  return legend.with_unit(sign + fmt::format("{:.{}f}", size, decimals_of(apart)));
}

long long steps_from_zero(const colour::ColourScale& scale, double value, double step) {
  return std::llround(scale.legend.said(value) / (step * scale.legend.scale()));
}

Levels levels_of(const colour::ColourScale& scale, int most) {
  if (!(scale.high > scale.low)) return {};
  const colour::Legend& legend = scale.legend;
  const auto [low, high] = std::minmax(
      {legend.said(static_cast<double>(scale.low)), legend.said(static_cast<double>(scale.high))});
  if (!std::isfinite(high - low)) return {};
  if (scale.bands > 0) return band_borders(scale, most);
  const double step = words::tick_step(low, high, most);
  if (!std::isfinite(step) || step <= 0) return {};
  Levels levels{.values = {}, .step = step / legend.scale()};
  constexpr double kSlack = 1e-6;
  const double last = high + step * kSlack;
  for (double n = std::ceil(low / step - kSlack); n * step <= last; n += 1.0) {
    levels.values.push_back(legend.value(n * step + 0.0));  // never −0
    // A step that leaves no second tick is not taken, so that there may be five of few.
    if (levels.values.size() > static_cast<std::size_t>(std::max(most + 1, 5))) break;
  }
  std::sort(levels.values.begin(), levels.values.end());  // where less stands for more
  return levels;
}

Levels inner_levels(const colour::ColourScale& scale, int most) {
  Levels levels = levels_of(scale, most);
  const double slack = levels.step * 1e-6;
  std::erase_if(levels.values, [&](double value) {
    return value <= static_cast<double>(scale.low) + slack ||
           value >= static_cast<double>(scale.high) - slack;
  });
  return levels;
}

Levels with_limits(Levels levels, const colour::ColourScale& scale,
                   const colour::ColourLimits& limits) {
  if (levels.values.empty()) levels.step = static_cast<double>(scale.high - scale.low);
  for (const float limit : {limits.below, limits.above}) {
    if (std::isfinite(limit)) levels.values.push_back(static_cast<double>(limit));
  }
  std::sort(levels.values.begin(), levels.values.end());
  return levels;
}

}  // namespace heatwave::lines
