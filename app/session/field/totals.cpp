// Reads rows in bands; rows between two bands and at joined edges are read twice.
#include "app/session/field/totals.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "app/scene/rasterise.h"

namespace heatwave::session {
namespace {

bool has_energy(const scene::Scene& scene) { return scene.equation == "wave"; }

/// A row of cells at the current and the previous time level.
struct Row {
  std::span<const float> now;
  std::span<const float> before;
};

Row row_of(const FieldTile& tile, int y, std::size_t component) {
  const std::size_t begin = tile.area.index(tile.area.x0, y);
  const auto width = static_cast<std::size_t>(tile.area.width());
  const auto part = [&](const std::vector<float>& plane) {
    return std::span<const float>(plane).subspan(begin, width);
  };
  return {part(tile.planes[component]), part(tile.planes.back())};
}

double bond(const Row& a, std::size_t i, const Row& b, std::size_t k) {
  return (double{a.now[i]} - double{b.now[k]}) * (double{a.before[i]} - double{b.before[k]});
}

}  // namespace

void TotalCounter::follow_media(const LiveField& field) {
  if (factors_version_ == field.scene_version()) return;
  factors_version_ = field.scene_version();
  factors_ = {};
  const scene::Scene& scene = field.scene();
  const bool media = std::any_of(
      scene.items.begin(), scene.items.end(),
      [](const scene::Item& item) { return std::holds_alternative<scene::Medium>(item.role); });
  if (!has_energy(scene) || !media) return;
  factors_.assign(static_cast<std::size_t>(scene.extent.cells()), 1.0F);
  for (const core::Rect& band : scene::bands(core::whole(scene.extent))) {
    const field::SetCells cells = rasterise(scene, band);
    std::copy(cells.factors.begin(), cells.factors.end(),
              factors_.begin() +
                  static_cast<std::ptrdiff_t>(core::whole(scene.extent).index(band.x0, band.y0)));
  }
}

Totals TotalCounter::count(LiveField& field) {
  follow_media(field);
  const scene::Scene& scene = field.scene();
  const std::size_t component = shown_component(scene);
  const bool energy = has_energy(scene);
  const core::Rect grid = core::whole(scene.extent);
  const std::vector<std::uint8_t>& flags = field.flags();
  const bool joined_x = scene.edges.left == field::EdgeKind::periodic;
  const bool joined_y = scene.edges.top == field::EdgeKind::periodic;
  const double c2 = energy ? scene.parameters.front() : 0.0;
  const FieldTile first = field.tile({0, 0, grid.x1, 1});
  const auto width = static_cast<std::size_t>(grid.x1);
  const auto is_wall = [&](std::size_t cell) { return (flags[cell] & field::kWall) != 0; };
  Totals totals{.minimum = std::numeric_limits<float>::infinity(),
                .maximum = -std::numeric_limits<float>::infinity(),
                .total = 0.0};
  for (const core::Rect& band : scene::bands(grid)) {
    // The band's last row needs the row below.
    const FieldTile tile = field.tile({0, band.y0, grid.x1, std::min(band.y1 + 1, grid.y1)});
    for (int y = band.y0; y < band.y1; ++y) {
      const Row row = row_of(tile, y, component);
      const bool last = y + 1 == grid.y1;
      const bool has_below = !last || joined_y;
      const Row below = last ? row_of(first, 0, component) : row_of(tile, y + 1, component);
      const std::size_t begin = grid.index(0, y);
      const std::size_t under = last ? 0 : begin + width;
      double sum = 0.0;
      double bonds = 0.0;
      for (std::size_t x = 0; x < width; ++x) {
        totals.minimum = std::min(totals.minimum, row.now[x]);
        totals.maximum = std::max(totals.maximum, row.now[x]);
        const std::size_t cell = begin + x;
        if (is_wall(cell)) continue;
        if (!energy) {
          sum += double{row.now[x]};
          continue;
        }
        const double v = double{row.now[x]} - double{row.before[x]};
        sum += v * v / factor(cell);
        const std::size_t east = x + 1 == width ? 0 : x + 1;
        if ((east != 0 || joined_x) && !is_wall(begin + east)) bonds += bond(row, x, row, east);
        if (has_below && !is_wall(under + x)) bonds += bond(row, x, below, x);
      }
      totals.total += energy ? 0.5 * (sum + c2 * bonds) : sum;
    }
  }
  return totals;
}

}  // namespace heatwave::session
