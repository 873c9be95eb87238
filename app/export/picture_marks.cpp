// Pixels that a line runs through, one by one.
#include "app/export/picture_marks.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "kernels/field/cells.h"

namespace heatwave::exporting {
namespace {

constexpr double kLineStrength = 0.75;
constexpr double kFlatGround = 1e-3;  ///< of the step from level to level: only rounding

void mix(Image& image, int x, int y, std::uint8_t light, double part) {
  std::uint8_t* pixel = &image.rgb[3 * core::whole(image.extent).index(x, y)];
  for (int i = 0; i < 3; ++i) {
    pixel[i] = static_cast<std::uint8_t>(std::lround(pixel[i] + part * (light - pixel[i])));
  }
}

double distance(core::Point p, core::Point a, core::Point b) {
  const core::Point way{b.x - a.x, b.y - a.y};
  const double square = way.x * way.x + way.y * way.y;
  const double along = square > 0 ? ((p.x - a.x) * way.x + (p.y - a.y) * way.y) / square : 0.0;
  const double part = std::clamp(along, 0.0, 1.0);
  return std::hypot(p.x - a.x - part * way.x, p.y - a.y - part * way.y);
}

/// A shaft and the two sides of its head.
std::array<std::array<core::Point, 2>, 3> pieces_of(const lines::Arrow& arrow) {
  const core::Point half{arrow.flux.x / 2, arrow.flux.y / 2};
  const core::Point tip{arrow.at.x + half.x, arrow.at.y + half.y};
  const core::Point back{0.3 * arrow.flux.x, 0.3 * arrow.flux.y};
  const core::Point side{-0.18 * arrow.flux.y, 0.18 * arrow.flux.x};
  return {{{{{arrow.at.x - half.x, arrow.at.y - half.y}, tip}},
           {{tip, {tip.x - back.x + side.x, tip.y - back.y + side.y}}},
           {{tip, {tip.x - back.x - side.x, tip.y - back.y - side.y}}}}};
}

void draw_arrow(Image& image, const lines::Arrow& arrow) {
  constexpr double kCore = 0.6;  // half the width, pixels
  constexpr double kRim = 1.6;
  const double reach = std::hypot(arrow.flux.x, arrow.flux.y) / 2 + kRim + 1;
  const auto pieces = pieces_of(arrow);
  const core::Rect about{static_cast<int>(std::floor(arrow.at.x - reach)),
                         static_cast<int>(std::floor(arrow.at.y - reach)),
                         static_cast<int>(std::ceil(arrow.at.x + reach)),
                         static_cast<int>(std::ceil(arrow.at.y + reach))};
  const core::Rect area = core::intersection(about, core::whole(image.extent));
  for (int y = area.y0; y < area.y1; ++y) {
    for (int x = area.x0; x < area.x1; ++x) {
      double away = kRim + 1;
      for (const auto& [from, to] : pieces) {
        away = std::min(away, distance({x + 0.5, y + 0.5}, from, to));
      }
      const auto covered = [away](double half) { return std::clamp(half + 0.5 - away, 0.0, 1.0); };
      mix(image, x, y, 0, 0.6 * covered(kRim));
      mix(image, x, y, 255, covered(kCore));
    }
  }
}

}  // namespace

void draw_contours(Image& image, const FieldPicture& picture) {
  const std::vector<double>& levels = picture.levels.values;
  if (levels.empty()) return;
  const core::Rect grid = core::whole(picture.extent);
  const auto is_wall = [&](std::size_t cell) {
    return !picture.flags.empty() && (picture.flags[cell] & field::kWall) != 0;
  };
  const double flat = kFlatGround * picture.levels.step;
  const auto crossed = [&](float a, float b) {
    const auto low = static_cast<double>(std::min(a, b));
    const auto high = static_cast<double>(std::max(a, b));
    const auto next = std::upper_bound(levels.begin(), levels.end(), low);
    return next != levels.end() && *next <= high && high - low >= flat;
  };
  for (int y = 0; y < grid.y1; ++y) {
    for (int x = 0; x < grid.x1; ++x) {
      const std::size_t cell = grid.index(x, y);
      if (is_wall(cell)) continue;
      const float value = picture.cells[cell];
      const auto crosses_to = [&](std::size_t other) {
        return !is_wall(other) && crossed(value, picture.cells[other]);
      };
      const bool on_line =
          (x + 1 < grid.x1 && crosses_to(cell + 1)) ||
          (y + 1 < grid.y1 && crosses_to(cell + static_cast<std::size_t>(grid.x1)));
      if (!on_line) continue;
      mix(image, x, y, colour::is_light(picture.scale.colour(value)) ? 0 : 255, kLineStrength);
    }
  }
}

void draw_arrows(Image& image, const std::vector<lines::Arrow>& arrows) {
  for (const lines::Arrow& arrow : arrows) draw_arrow(image, arrow);
}

}  // namespace heatwave::exporting
