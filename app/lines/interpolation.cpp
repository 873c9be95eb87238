// Interpolates between the cells of a grid around its walls.
#include "app/lines/interpolation.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace heatwave::lines {
namespace {

constexpr double kCubicFrom = 4.0;  ///< pixels of a cell
constexpr double kCellsFrom = 12.0;

/// Returns the weights of four cells in a row for a position between the middle two.
std::array<float, 4> cubic_weights(float part) {
  const float t = part;
  return {((-0.5F * t + 1.0F) * t - 0.5F) * t, (1.5F * t - 2.5F) * t * t + 1.0F,
          ((-1.5F * t + 2.0F) * t + 0.5F) * t, (0.5F * t - 0.5F) * t * t};
}

/// Returns the value between the middle two of four cells in a row. Beside a jump it stays between
/// both; between two crests of a wave it rises above them.
float on_curve(const std::array<float, 4>& cells, const std::array<float, 4>& weights) {
  const auto [a, b, c, d] = cells;
  const float value = weights[0] * a + weights[1] * b + weights[2] * c + weights[3] * d;
  const float above = 0.125F * std::max(0.0F, std::min(b - a, c - d));
  const float below = 0.125F * std::max(0.0F, std::min(a - b, d - c));
  return std::clamp(value, std::min(b, c) - below, std::max(b, c) + above);
}

}  // namespace

Interpolation interpolation_for(double pixels_per_cell) {
  if (pixels_per_cell <= 1.0 || pixels_per_cell >= kCellsFrom) return Interpolation::none;
  return pixels_per_cell < kCubicFrom ? Interpolation::linear : Interpolation::cubic;
}

float value_between(const CellValues& values, core::Point place, Interpolation interpolation) {
  const core::Rect grid = core::whole(values.extent);
  const auto column = [&](int x) { return std::clamp(x, 0, grid.x1 - 1); };
  const auto row = [&](int y) { return std::clamp(y, 0, grid.y1 - 1); };
  const float nearest = values.cells[grid.index(column(static_cast<int>(std::floor(place.x))),
                                                row(static_cast<int>(std::floor(place.y))))];
  if (interpolation == Interpolation::none) return nearest;
  const core::Point corner{std::floor(place.x - 0.5), std::floor(place.y - 0.5)};
  const core::Point part{place.x - 0.5 - corner.x, place.y - 0.5 - corner.y};
  const bool is_cubic = interpolation == Interpolation::cubic;
  const int first = is_cubic ? 0 : 1;
  std::array<std::array<float, 4>, 4> near{};
  bool near_wall = false;
  float linear = 0.0F;
  float weights = 0.0F;
  for (int j = first; j < 4 - first; ++j) {
    for (int i = first; i < 4 - first; ++i) {
      const std::size_t cell = grid.index(column(static_cast<int>(corner.x) + i - 1),
                                          row(static_cast<int>(corner.y) + j - 1));
      const float value = values.cells[cell];
      near.at(static_cast<std::size_t>(j)).at(static_cast<std::size_t>(i)) = value;
      const bool is_wall = values.is_wall(cell);
      near_wall = near_wall || is_wall;
      const bool is_inner = (i == 1 || i == 2) && (j == 1 || j == 2);
      if (is_wall || !is_inner) continue;
      const auto weight =
          static_cast<float>((i == 1 ? 1.0 - part.x : part.x) * (j == 1 ? 1.0 - part.y : part.y));
      linear += weight * value;
      weights += weight;
    }
  }
  if (!is_cubic || near_wall) return weights > 0.0F ? linear / weights : nearest;
  const std::array<float, 4> across = cubic_weights(static_cast<float>(part.x));
  std::array<float, 4> rows{};
  for (std::size_t j = 0; j < 4; ++j) rows[j] = on_curve(near[j], across);
  return on_curve(rows, cubic_weights(static_cast<float>(part.y)));
}

}  // namespace heatwave::lines
