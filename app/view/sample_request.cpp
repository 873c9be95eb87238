// Spreads samples over an area.
#include "app/view/sample_request.h"

#include <algorithm>
#include <cmath>

#include "kernels/field/cells.h"

namespace heatwave::view {
namespace {

/// Returns the first cell that belongs to a sample; a cell belongs to the nearest sample.
int first_cell(double place, double spacing) {
  return static_cast<int>(std::floor(place - spacing / 2));
}

}  // namespace

lines::Samples places_of(const SampleRequest& request) {
  const auto count = [](int cells, int most) { return std::clamp(cells, 1, std::max(2, most)); };
  const auto apart = [](int cells, int places) {
    return places > 1 ? static_cast<double>(cells - 1) / (places - 1) : 1.0;
  };
  lines::Samples samples;
  samples.extent = {count(request.area.width(), request.most.width),
                    count(request.area.height(), request.most.height)};
  samples.first = {request.area.x0 + 0.5, request.area.y0 + 0.5};
  samples.spacing = {apart(request.area.width(), samples.extent.width),
                     apart(request.area.height(), samples.extent.height)};
  return samples;
}

void find_walls(lines::Samples& samples, std::span<const std::uint8_t> flags, core::Extent grid) {
  samples.walls.clear();
  const bool any = std::any_of(flags.begin(), flags.end(),
                               [](std::uint8_t flag) { return (flag & field::kWall) != 0; });
  if (!any) return;
  samples.walls.resize(static_cast<std::size_t>(samples.extent.cells()));
  for (int y = 0; y < samples.extent.height; ++y) {
    for (int x = 0; x < samples.extent.width; ++x) {
      const core::Point place = samples.place(x, y);
      const core::Rect cells = core::intersection(
          {first_cell(place.x, samples.spacing.x), first_cell(place.y, samples.spacing.y),
           first_cell(place.x + samples.spacing.x, samples.spacing.x) + 1,
           first_cell(place.y + samples.spacing.y, samples.spacing.y) + 1},
          core::whole(grid));
      bool wall = false;
      for (int cy = cells.y0; cy < cells.y1 && !wall; ++cy) {
        const std::size_t row = core::whole(grid).index(cells.x0, cy);
        for (int i = 0; i < cells.width() && !wall; ++i) {
          wall = (flags[row + static_cast<std::size_t>(i)] & field::kWall) != 0;
        }
      }
      samples.walls[samples.index(x, y)] = wall ? 1 : 0;
    }
  }
}

}  // namespace heatwave::view
