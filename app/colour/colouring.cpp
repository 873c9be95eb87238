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
  if (choice.positive) return {0.0, maximum};
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

}  // namespace

bool is_light(Rgb colour) { return 0.30 * colour.r + 0.59 * colour.g + 0.11 * colour.b > 127.5; }

int ColourScale::entry(float value) const {
  const float t = (value - low) / (high - low);
  if (!(t > 0.0F)) return 0;
  if (bands == 0) return t >= 1.0F ? 255 : std::min(255, static_cast<int>(t * 256.0F));
  const auto count = static_cast<float>(bands);
  const int band = t >= 1.0F ? bands - 1 : std::min(bands - 1, static_cast<int>(t * count));
  const auto steps = static_cast<float>(std::max(1, bands - 1));
  return static_cast<int>(static_cast<float>(band) * 255.0F / steps + 0.5F);
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
