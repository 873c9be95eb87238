// Computes heights from the colour range, and intersects rays by small steps and bisection.
#include "app/view/relief.h"

#include <algorithm>
#include <cmath>

namespace heatwave::view {
namespace {

constexpr double kSteepness = 0.2;  ///< greatest height, as a fraction of a square grid's side
/// height beyond both ends of the colour range that no value reaches, as a fraction of it
constexpr double kBeyond = 0.25;
constexpr double kWallAbove = 0.25;
constexpr double kBaseBelow = 0.06;
/// a ray this close above the surface, in cells, counts as a hit, because it may graze a ridge
constexpr double kTouch = 0.02;

double greatest_height(core::Extent grid) {
  return kSteepness * std::sqrt(static_cast<double>(grid.cells()));
}

/// Returns how far a value rises beyond an end of the range: as steeply as within it at first, and
/// less than kBeyond. Both are fractions of the range.
double softened(double beyond) { return kBeyond * beyond / (kBeyond + beyond); }

/// Returns the height of a value at this part of the range. NaN has height 0.
double height_of(double part) {
  if (std::isnan(part)) return 0.0;
  if (std::isinf(part)) return part > 0 ? 1.0 + kBeyond : -kBeyond;
  if (part > 1.0) return 1.0 + softened(part - 1.0);
  return part < 0.0 ? -softened(-part) : part;
}

Space along(const Ray& ray, double part) {
  return {ray.from.x + part * ray.way.x, ray.from.y + part * ray.way.y,
          ray.from.z + part * ray.way.z};
}

}  // namespace

ReliefBounds relief_bounds(core::Extent grid) {
  const double most = greatest_height(grid);
  return {.top = most * (1 + kBeyond), .bottom = -most * (kBeyond + kBaseBelow)};
}

Relief relief_of(const lines::Samples& samples, const colour::ColourScale& scale,
                 core::Extent grid) {
  Relief relief{.grid = grid, .heights = samples, .most = 1.0};
  relief.most = greatest_height(grid);
  const auto low = static_cast<double>(scale.low);
  const double range = static_cast<double>(scale.high) - low;
  const auto height = [&](double value) { return height_of((value - low) / range); };
  const double wall = std::clamp(height(0.0), 0.0, 1.0) + kWallAbove;
  for (std::size_t i = 0; i < samples.values.size(); ++i) {
    const double part = samples.is_wall(i) ? wall : height(static_cast<double>(samples.values[i]));
    relief.heights.values[i] = static_cast<float>(relief.most * part);
  }
  relief.heights.before.clear();
  const auto lowest = std::min_element(relief.heights.values.begin(), relief.heights.values.end());
  if (lowest != relief.heights.values.end()) {
    relief.base = std::min(0.0, static_cast<double>(*lowest)) - kBaseBelow * relief.most;
  }
  return relief;
}

std::optional<core::Point> meet_level(const Ray& ray, double height) {
  const double part = (height - ray.from.z) / ray.way.z;
  if (!std::isfinite(part) || part <= 0) return {};
  const Space there = along(ray, part);
  return core::Point{there.x, there.y};
}

std::optional<core::Point> meet(const Relief& relief, const Ray& ray) {
  if (relief.heights.empty() || !(ray.way.z < 0)) return {};
  const auto part_at = [&](double z) { return std::max(0.0, (z - ray.from.z) / ray.way.z); };
  const double begin = part_at(relief.most * (1 + 2 * kBeyond));
  const double end = part_at(-relief.most * (2 * kBeyond));
  const double length = std::hypot(ray.way.x, ray.way.y) * (end - begin);
  const double fine = 0.25 * std::min(relief.heights.spacing.x, relief.heights.spacing.y);
  const int steps = static_cast<int>(std::clamp(length / fine, 16.0, 8192.0));
  const auto is_below = [&](double part) -> std::optional<bool> {
    const Space at = along(ray, part);
    const bool on_grid =
        at.x >= 0 && at.y >= 0 && at.x <= relief.grid.width && at.y <= relief.grid.height;
    if (!on_grid) return {};
    return at.z <= relief.height_at({at.x, at.y}) + kTouch;
  };
  // A ray that comes onto the grid below the surface meets a side, or passes below the base.
  const auto meet_side = [&](double outside, double inside) -> std::optional<core::Point> {
    for (int halves = 0; halves < 40; ++halves) {
      const double middle = (outside + inside) / 2;
      (is_below(middle) ? inside : outside) = middle;
    }
    const Space there = along(ray, inside);
    if (there.z < relief.base) return {};
    return core::Point{there.x, there.y};
  };
  std::optional<bool> began;
  for (int i = 0; i <= steps; ++i) {
    double behind = begin + (end - begin) * i / steps;
    const std::optional<bool> now = is_below(behind);
    double before = begin + (end - begin) * (i - 1) / steps;
    if (i > 0 && !began && now && *now) return meet_side(before, behind);
    if (!now || !began || *now == *began) {
      began = now;
      continue;
    }
    for (int halves = 0; halves < 40; ++halves) {
      const double middle = (before + behind) / 2;
      (is_below(middle).value_or(*now) == *now ? behind : before) = middle;
    }
    const Space there = along(ray, behind);
    return core::Point{there.x, there.y};
  }
  return {};
}

bool is_hidden(const Relief& relief, const Space& place, const Space& eye) {
  const lines::Samples& heights = relief.heights;
  if (heights.empty()) return false;
  const double touch = 0.03 * relief.most;  // tolerance, because the place lies between samples
  const Space way{(eye.x - place.x) / heights.spacing.x, (eye.y - place.y) / heights.spacing.y,
                  eye.z - place.z};
  const double length = std::max(std::abs(way.x), std::abs(way.y));
  const double top = relief.most * (1 + kBeyond);
  if (!(length > 0) || !(way.z > 0)) return false;
  const double x = (place.x - heights.first.x) / heights.spacing.x + 0.5;
  const double y = (place.y - heights.first.y) / heights.spacing.y + 0.5;
  for (double step = 1.0; step < length; step += 1.0) {
    const double part = step / length;
    const double height = place.z + part * way.z;
    const double across = x + part * way.x;
    const double down = y + part * way.y;
    const bool on_grid =
        across >= 0 && down >= 0 && across < heights.extent.width && down < heights.extent.height;
    if (!on_grid || height > top) return false;
    const std::size_t at = heights.index(static_cast<int>(across), static_cast<int>(down));
    if (static_cast<double>(heights.values[at]) > height + touch) return true;
  }
  return false;
}

}  // namespace heatwave::view
