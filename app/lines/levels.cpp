// Chooses levels.
#include "app/lines/levels.h"

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

}  // namespace

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
    if (levels.values.size() > static_cast<std::size_t>(most) + 1) break;
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
