// Regions are computed ahead, step by step, and compared with the cells of now tile by tile.
#include "app/scene/moving_region.h"

#include <algorithm>

#include "app/scene/scene_edit.h"

namespace heatwave::scene {
namespace {

/// Changes are collected in tiles of this many rows and columns: the border of a region is thin.
constexpr int kTile = 32;

/// Returns the smallest area of a tile that has all cells in which `before` and `after` differ.
core::Rect difference(const std::vector<std::uint8_t>& before,
                      const std::vector<std::uint8_t>& after, core::Rect grid, core::Rect tile) {
  core::Rect area;
  for (int y = tile.y0; y < tile.y1; ++y) {
    const auto first = static_cast<std::ptrdiff_t>(grid.index(tile.x0, y));
    if (std::equal(before.begin() + first, before.begin() + first + tile.width(),
                   after.begin() + first)) {
      continue;
    }
    for (int x = tile.x0; x < tile.x1; ++x) {
      if (before[grid.index(x, y)] == after[grid.index(x, y)]) continue;
      area = core::united(area, {x, y, x + 1, y + 1});
    }
  }
  return area;
}

}  // namespace

bool has_moving_region(const Scene& scene) {
  return scene.formula && field::formula::has_moving_region(*scene.formula.shared());
}

std::vector<std::uint8_t> MovingRegion::cells_at(const Scene& scene, std::int64_t step) const {
  const auto picture = scene.formula.picture().cells(scene.extent);
  return region_cells(*scene.formula.shared(), {scene.parameters, scene.extent, *picture},
                      core::whole(scene.extent), step);
}

MovingRegion::Change MovingRegion::next(const Scene& scene, std::int64_t step, std::int64_t most) {
  if (!has_moving_region(scene)) return {.steps = most};
  const bool is_known = formula_ == scene.formula.shared() && parameters_ == scene.parameters &&
                        extent_ == scene.extent && picture_ == scene.formula.picture() &&
                        step_ == step;
  if (!is_known) {
    formula_ = scene.formula.shared();
    parameters_ = scene.parameters;
    extent_ = scene.extent;
    picture_ = scene.formula.picture();
    cells_ = cells_at(scene, step);
  }
  Change change;
  std::vector<std::uint8_t> after;
  do {
    ++change.steps;
    after = cells_at(scene, step + change.steps);
  } while (after == cells_ && change.steps < most);
  step_ = step + change.steps;
  if (after == cells_) return change;
  const core::Rect grid = core::whole(extent_);
  for (int y = 0; y < grid.y1; y += kTile) {
    for (int x = 0; x < grid.x1; x += kTile) {
      const core::Rect tile = core::intersection({x, y, x + kTile, y + kTile}, grid);
      add_with_neighbours(change.areas, difference(cells_, after, grid, tile), scene);
    }
  }
  cells_ = std::move(after);
  return change;
}

}  // namespace heatwave::scene
