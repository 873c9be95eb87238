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
  const double reach =
      std::max(std::abs(static_cast<double>(scale.low)), std::abs(static_cast<double>(scale.high)));
  const double size = std::abs(value) < step * 1e-6 ? 0.0 : std::abs(value);
  const std::string sign = value < 0 && size > 0 ? "−" : "";
  if (reach >= 1e5 || reach < 1e-3) return sign + fmt::format("{:.1e}", size);
  return sign + fmt::format("{:.{}f}", size, decimals_of(step));
}

Levels levels_of(const colour::ColourScale& scale, int most) {
  const auto low = static_cast<double>(scale.low);
  const auto high = static_cast<double>(scale.high);
  if (!(high > low) || !std::isfinite(high - low)) return {};
  if (scale.bands > 0) return band_borders(scale, most);
  Levels levels{.values = {}, .step = words::tick_step(low, high, most)};
  if (!std::isfinite(levels.step) || levels.step <= 0) return {};
  constexpr double kSlack = 1e-6;
  const double last = high + levels.step * kSlack;
  for (double n = std::ceil(low / levels.step - kSlack); n * levels.step <= last; n += 1.0) {
    levels.values.push_back(n * levels.step + 0.0);  // never −0
    // A step that leaves no second tick is not taken, so that there may be five of few.
    if (levels.values.size() > static_cast<std::size_t>(std::max(most + 1, 5))) break;
  }
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

}  // namespace heatwave::lines
