// Divides a line into even steps from end to end.
#include "app/scene/line_places.h"

#include <algorithm>

namespace heatwave::scene {

std::vector<Point> places_along(const Segment& line, core::Extent grid) {
  const std::size_t parts = cells_along(line, grid).cells.size() - 1;
  // The division comes last, so that places on cell centres are exact.
  const auto part = [parts](double from, double to, std::size_t i, int cells) {
    const double at = from + (to - from) * static_cast<double>(i) / static_cast<double>(parts);
    return std::clamp(at, 0.5, cells - 0.5);
  };
  std::vector<Point> places;
  for (std::size_t i = 0; i <= parts; ++i) {
    places.push_back({part(line.from.x, line.to.x, i, grid.width),
                      part(line.from.y, line.to.y, i, grid.height)});
  }
  return places;
}

Between between(Point at, core::Extent grid) {
  const core::Cell low = cell_of({at.x - 0.5, at.y - 0.5}, grid);
  const core::Cell high{std::min(low.x + 1, grid.width - 1), std::min(low.y + 1, grid.height - 1)};
  return {low, high, std::clamp(at.x - 0.5 - low.x, 0.0, 1.0),
          std::clamp(at.y - 0.5 - low.y, 0.0, 1.0)};
}

}  // namespace heatwave::scene
