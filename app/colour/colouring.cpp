// Colour maps by name, and the arithmetic from a value to an entry of a map.
#include "app/colour/colouring.h"

#include <algorithm>
#include <cmath>

#include "kernels/core/find_by_id.h"

namespace heatwave::colour {
namespace {

/// Far enough from the largest float that the width of any range is one too.
constexpr double kLargest = 1e38;

float within_floats(double value) {
  return std::isnan(value) ? 0.0F : static_cast<float>(std::clamp(value, -kLargest, kLargest));
}

struct Range {
  double low;
  double high;
};

Range automatic_range(const ColourChoice& choice, const field::ComponentInfo& component,
                      double minimum, double maximum) {
  if (choice.positive || component.from_zero) return {0.0, maximum};
  if (!component.is_signed) return {minimum, maximum};
  const double reach = std::max(std::abs(minimum), std::abs(maximum));
  return reach > 0.0 ? Range{-reach, reach} : Range{-1.0, 1.0};
}

/// Never empty.
void take_range(ColourScale& scale, Range range) {
  scale.low = within_floats(range.low);
  scale.high = within_floats(range.high);
  if (scale.high > scale.low) return;
  // One more than a large value may be that value again, so the step grows with it.
  scale.high = scale.low + std::max(1.0F, std::abs(scale.low) * 1e-3F);
}

/// Without branches, so that many are found at once.
inline int level_of(float value, float low, float range, float count) {
  const float part = (value - low) / range;
  const float above = part > 0.0F ? part : 0.0F;
  const float level = (above < 1.0F ? above : 1.0F) * count;
  return static_cast<int>(level < count - 1.0F ? level : count - 1.0F);
}

}  // namespace

bool is_light(Rgb colour) { return 0.30 * colour.r + 0.59 * colour.g + 0.11 * colour.b > 127.5; }

int ColourScale::entry(float value) const {
  return entry_of(level_of(value, low, high - low, static_cast<float>(levels())));
}

void ColourScale::find_levels(std::span<const float> values, std::span<std::uint8_t> found) const {
  // Of their own, or each byte that is written might change them.
  const float first = low;
  const float range = high - low;
  const auto count = static_cast<float>(levels());
  for (std::size_t i = 0; i < values.size(); ++i) {
    found[i] = static_cast<std::uint8_t>(level_of(values[i], first, range, count));
  }
}

int ColourScale::entry_of(int level) const {
  if (bands == 0) return level;
  const auto steps = static_cast<float>(std::max(1, bands - 1));
  return static_cast<int>(static_cast<float>(level) * 255.0F / steps + 0.5F);
}

const ColourMap& find_colour_map(std::string_view id) {
  return core::find_by_id(colour_maps(), id,
                          [&] { return "unknown colour map '" + std::string(id) + "'"; });
}

ColourScale resolve(const ColourChoice& choice, const field::ComponentInfo& component,
                    float minimum, float maximum) {
  Range range{choice.low, choice.high};
  if (choice.automatic) {
    range = automatic_range(choice, component, within_floats(minimum), within_floats(maximum));
  }
  if (choice.positive) range.low = std::max(range.low, 0.0);
  ColourScale scale;
  scale.map = &find_colour_map(choice.colormap.empty() ? component.colormap : choice.colormap);
  scale.bands = std::max(0, choice.bands);
  take_range(scale, range);
  return scale;
}

ColourLimits limits_of(const ColourChoice& choice, const ColourScale& scale) {
  if (choice.automatic) return {};
  // A value less than one colour away from the end cannot be told from it.
  const float reach = (scale.high - scale.low) / static_cast<float>(scale.map->table.size());
  ColourLimits limits{.above = scale.high + reach};
  if (!choice.positive) limits.below = scale.low - reach;
  return limits;
}

ColourScale scale_of(std::span<const float> values) {
  Range range{kLargest, -kLargest};
  for (const float value : values) {
    if (!std::isfinite(value)) continue;
    range.low = std::min(range.low, static_cast<double>(value));
    range.high = std::max(range.high, static_cast<double>(value));
  }
  // A single value stands out as what it is above nothing.
  if (range.low == range.high && range.low > 0) range.low = 0.0;
  ColourScale scale{.map = &find_colour_map("viridis")};
  take_range(scale, range.low <= range.high ? range : Range{0.0, 1.0});
  return scale;
}

}  // namespace heatwave::colour
