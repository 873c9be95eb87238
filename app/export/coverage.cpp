// Pixels near a line are covered by their distance to it.
#include "app/export/coverage.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace heatwave::exporting {

double distance_to_line(core::Point p, core::Point a, core::Point b) {
  const core::Point way{b.x - a.x, b.y - a.y};
  const double square = way.x * way.x + way.y * way.y;
  const double along = square > 0 ? ((p.x - a.x) * way.x + (p.y - a.y) * way.y) / square : 0.0;
  const double part = std::clamp(along, 0.0, 1.0);
  return std::hypot(p.x - a.x - part * way.x, p.y - a.y - part * way.y);
}

void Coverage::draw(core::Point from, core::Point to, double width) {
  const double reach = width / 2 + 1;
  const core::Rect about{static_cast<int>(std::floor(std::min(from.x, to.x) - reach)),
                         static_cast<int>(std::floor(std::min(from.y, to.y) - reach)),
                         static_cast<int>(std::ceil(std::max(from.x, to.x) + reach)),
                         static_cast<int>(std::ceil(std::max(from.y, to.y) + reach))};
  const core::Rect area = core::intersection(about, pixels_);
  for (int y = area.y0; y < area.y1; ++y) {
    for (int x = area.x0; x < area.x1; ++x) {
      const double away = distance_to_line({x + 0.5, y + 0.5}, from, to);
      const double part = std::clamp(width / 2 + 0.5 - away, 0.0, 1.0);
      std::uint8_t& here = parts_[pixels_.index(x, y)];
      here = std::max(here, static_cast<std::uint8_t>(std::lround(255 * part)));
    }
  }
}

void Coverage::draw(std::span<const core::Point> points, double width) {
  for (std::size_t i = 1; i < points.size(); ++i) draw(points[i - 1], points[i], width);
}

void Coverage::put(Image& image, colour::Rgb colour, double strength) const {
  const std::array<std::uint8_t, 3> light{colour.r, colour.g, colour.b};
  for (std::size_t cell = 0; cell < parts_.size(); ++cell) {
    if (parts_[cell] == 0) continue;
    const double part = strength * parts_[cell] / 255.0;
    std::uint8_t* pixel = &image.rgb[3 * cell];
    for (std::size_t i = 0; i < 3; ++i) {
      pixel[i] = static_cast<std::uint8_t>(std::lround(pixel[i] + part * (light[i] - pixel[i])));
    }
  }
}

}  // namespace heatwave::exporting
