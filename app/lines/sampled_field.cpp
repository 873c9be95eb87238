// Interpolates bilinearly between four samples.
#include "app/lines/sampled_field.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace heatwave::lines {
namespace {

/// The four samples around a position and their weights.
struct Corners {
  std::array<std::size_t, 4> at{};
  std::array<float, 4> weight{};
};

Corners corners_about(const Samples& samples, core::Point place) {
  const auto split = [](double distance, double spacing, int count) {
    const double last = count - 1;
    const double part = std::isfinite(distance) ? distance / spacing : 0.0;
    const double inside = std::clamp(part, 0.0, last);
    const int before = std::min(static_cast<int>(inside), std::max(0, count - 2));
    return std::pair{before, static_cast<float>(inside - before)};
  };
  const auto [x, right] = split(place.x - samples.first.x, samples.spacing.x, samples.extent.width);
  const auto [y, down] = split(place.y - samples.first.y, samples.spacing.y, samples.extent.height);
  const int east = std::min(x + 1, samples.extent.width - 1);
  const int south = std::min(y + 1, samples.extent.height - 1);
  return {
      .at = {samples.index(x, y), samples.index(east, y), samples.index(x, south),
             samples.index(east, south)},
      .weight = {(1 - right) * (1 - down), right * (1 - down), (1 - right) * down, right * down}};
}

float mixed(const Corners& corners, const std::vector<float>& values) {
  float sum = 0.0F;
  for (std::size_t i = 0; i < 4; ++i) {
    if (corners.weight[i] > 0) sum += corners.weight[i] * values[corners.at[i]];
  }
  return sum;
}

}  // namespace

float Samples::value_at(core::Point place) const {
  return empty() ? 0.0F : mixed(corners_about(*this, place), values);
}

float Samples::change_at(core::Point place) const {
  if (before.empty()) return 0.0F;
  const Corners corners = corners_about(*this, place);
  return mixed(corners, field()) - mixed(corners, before);
}

std::optional<core::Point> Samples::vector_at(core::Point place) const {
  const Corners corners = corners_about(*this, place);
  for (std::size_t i = 0; i < 4; ++i) {
    if (corners.weight[i] > 0 && is_wall(corners.at[i])) return {};
  }
  return core::Point{static_cast<double>(mixed(corners, right)),
                     -static_cast<double>(mixed(corners, up))};
}

std::optional<core::Point> Samples::slope_at(core::Point place) const {
  if (empty()) return {};
  const auto value = [&](double x, double y) -> std::optional<double> {
    const Corners corners = corners_about(*this, {x, y});
    for (std::size_t i = 0; i < 4; ++i) {
      if (corners.weight[i] > 0 && is_wall(corners.at[i])) return {};
    }
    const auto here = static_cast<double>(mixed(corners, field()));
    return before.empty() ? here : 0.5 * (here + static_cast<double>(mixed(corners, before)));
  };
  const auto east = value(place.x + spacing.x, place.y);
  const auto west = value(place.x - spacing.x, place.y);
  const auto south = value(place.x, place.y + spacing.y);
  const auto north = value(place.x, place.y - spacing.y);
  if (!east || !west || !south || !north) return {};
  const core::Point slope{(*east - *west) / (2 * spacing.x), (*south - *north) / (2 * spacing.y)};
  if (!std::isfinite(slope.x) || !std::isfinite(slope.y)) return {};
  return slope;
}

}  // namespace heatwave::lines
