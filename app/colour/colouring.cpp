// Maps values to colours.
#include "app/colour/colouring.h"

#include <algorithm>
#include <cmath>

#include "kernels/core/find_by_id.h"

namespace heatwave::colour {
namespace {

/// Leaves enough distance to the largest float that the width of any range is finite.
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

/// Returns the map for a person who has chosen none: a diverging one for a range about zero, and a
/// sequential one for a range on one side of it.
const ColourMap& default_map(const ColourChoice& choice, const field::ComponentInfo& component,
                             const Range& range) {
  const ColourMap& own = find_colour_map(component.colormap);
  const bool is_symmetric =
      choice.automatic ? component.is_signed : range.low < 0 && range.low == -range.high;
  const bool is_one_sided = choice.positive || range.low >= 0 || range.high <= 0;
  if (is_one_sided && own.kind == MapKind::diverging) return find_colour_map("inferno");
  if (is_symmetric && !is_one_sided && own.kind == MapKind::sequential) {
    return find_colour_map("coolwarm");
  }
  return own;
}

/// Makes sure that the range is not empty.
void take_range(ColourScale& scale, Range range) {
  scale.low = within_floats(range.low);
  scale.high = within_floats(range.high);
  if (scale.high > scale.low) return;
  // Adding 1 to a large float may not change it, so the step grows with the value.
  scale.high = scale.low + std::max(1.0F, std::abs(scale.low) * 1e-3F);
}

/// The curve of a softened scale; `x` is the distance from the centre, in reaches.
template <typename Number>
Number softened(Number x) {
  constexpr Number kBend = kSoftness;
  return (1 + kBend) * x / (1 + kBend * std::abs(x));
}

/// The inverse of softened().
double unsoftened(double height) {
  constexpr double kBend = kSoftness;
  return height / (1 + kBend - kBend * std::abs(height));
}

}  // namespace

bool is_light(Rgb colour) { return 0.30 * colour.r + 0.59 * colour.g + 0.11 * colour.b > 127.5; }

Softening ColourScale::softening() const {
  Softening curve{.centre = std::clamp(0.0F, low, high)};
  curve.reach = std::max(high - curve.centre, curve.centre - low);
  curve.first = softened((low - curve.centre) / curve.reach);
  curve.height = softened((high - curve.centre) / curve.reach) - curve.first;
  return curve;
}

double ColourScale::place_of(double value) const {
  const auto from = static_cast<double>(low);
  const auto to = static_cast<double>(high);
  if (kind == ScaleKind::linear) return (to - value) / (to - from);
  const Softening curve = softening();
  const double x = (value - static_cast<double>(curve.centre)) / static_cast<double>(curve.reach);
  return 1.0 - (softened(x) - static_cast<double>(curve.first)) / static_cast<double>(curve.height);
}

float ColourScale::value_at(float place) const {
  if (kind == ScaleKind::linear) return high + (low - high) * place;
  const Softening curve = softening();
  const double height = static_cast<double>(curve.first) +
                        (1.0 - static_cast<double>(place)) * static_cast<double>(curve.height);
  return static_cast<float>(static_cast<double>(curve.centre) +
                            static_cast<double>(curve.reach) * unsoftened(height));
}

int ColourScale::entry(float value) const {
  const auto count = static_cast<float>(bands == 0 ? 256 : std::min(bands, 256));
  float part = (value - low) / (high - low);
  if (kind == ScaleKind::softened && part > 0.0F && part < 1.0F) {
    const Softening curve = softening();
    part = (softened((value - curve.centre) / curve.reach) - curve.first) / curve.height;
  }
  const float above = part > 0.0F ? part : 0.0F;  // NaN gives 0, too
  const auto level = static_cast<int>(std::min(std::min(above, 1.0F) * count, count - 1.0F));
  if (bands == 0) return level;
  const auto steps = static_cast<float>(std::max(1, bands - 1));
  return static_cast<int>(static_cast<float>(level) * 255.0F / steps + 0.5F);
}

float steepness_of(core::Extent grid, const ColourScale& scale) {
  constexpr double kHighest = 0.04;  // height of the whole range, in sides of a square grid
  const double cells = kHighest * std::sqrt(static_cast<double>(grid.cells()));
  return static_cast<float>(cells / (static_cast<double>(scale.high) - scale.low));
}

Rgb lit(Rgb colour, float right, float down) {
  // Steep slopes are flattened, so that they are not all equally bright.
  const float flatter = 1.0F / (1.0F + 0.5F * std::sqrt(right * right + down * down));
  const float x = right * flatter;
  const float y = down * flatter;
  const float brightness = (1.0F + 0.6F * (x + y)) / std::sqrt(1.0F + x * x + y * y);
  const auto shown = [&](std::uint8_t byte) {
    const auto part = static_cast<float>(byte);
    const float light = brightness < 1.0F
                            ? part * std::max(brightness, 0.25F)
                            : part + (255.0F - part) * std::min(brightness - 1.0F, 0.6F);
    return static_cast<std::uint8_t>(std::lround(light));
  };
  return std::isfinite(brightness) ? Rgb{shown(colour.r), shown(colour.g), shown(colour.b)}
                                   : colour;
}

const ColourMap& find_colour_map(std::string_view id) {
  return core::find_by_id(colour_maps(), id,
                          [&] { return "unknown colour map '" + std::string(id) + "'"; });
}

const ColourMap& difference_map(const ColourMap& shown) {
  const bool is_dark =
      shown.kind == MapKind::diverging && !is_light(shown.table[shown.table.size() / 2]);
  return find_colour_map(!is_dark ? "coolwarm" : shown.id == "orchid" ? "ember" : "orchid");
}

ColourScale resolve(const ColourChoice& choice, const field::ComponentInfo& component,
                    float minimum, float maximum) {
  Range range{choice.low, choice.high};
  if (choice.automatic) {
    range = automatic_range(choice, component, within_floats(minimum), within_floats(maximum));
  }
  if (choice.positive) range.low = std::max(range.low, 0.0);
  ColourScale scale;
  scale.map = choice.colormap.empty() ? &default_map(choice, component, range)
                                      : &find_colour_map(choice.colormap);
  scale.bands = std::max(0, choice.bands);
  scale.kind = choice.scale;
  take_range(scale, range);
  return scale;
}

ColourLimits limits_of(const ColourChoice& choice, const ColourScale& scale) {
  // A value less than one colour beyond the end looks the same as the end.
  const auto count = static_cast<float>(scale.map->table.size());
  float above = (scale.high - scale.low) / count;
  float below = above;
  if (scale.kind == ScaleKind::softened) {
    above = scale.high - scale.value_at(1.0F / count);
    below = scale.value_at(1.0F - 1.0F / count) - scale.low;
  }
  ColourLimits limits{.above = scale.high + above};
  if (!choice.positive) limits.below = scale.low - below;
  return limits;
}

ColourScale scale_of(std::span<const float> values) {
  Range range{kLargest, -kLargest};
  for (const float value : values) {
    if (!std::isfinite(value)) continue;
    range.low = std::min(range.low, static_cast<double>(value));
    range.high = std::max(range.high, static_cast<double>(value));
  }
  // A field with a single positive value is shown relative to zero.
  if (range.low == range.high && range.low > 0) range.low = 0.0;
  ColourScale scale{.map = &find_colour_map("viridis")};
  take_range(scale, range.low <= range.high ? range : Range{0.0, 1.0});
  return scale;
}

}  // namespace heatwave::colour
