// Intersects the view ray with the surface, or with the plane of a drag.
#include "app/view/field_look.h"

#include <algorithm>

namespace heatwave::view {

Space SurfaceLook::over(core::Point cells) const {
  const double height = relief_ != nullptr ? relief_->height_at(cells) : 0.0;
  return {cells.x, cells.y, height};
}

void SurfaceLook::hold(double x, double y) {
  if (held_) return;
  held_height_ = over(to_cells(x, y)).z;
  held_ = true;
}

core::Point SurfaceLook::to_cells(double x, double y) const {
  const Ray ray = camera_.ray(x, y);
  if (!held_ && relief_ != nullptr) {
    if (const auto there = meet(*relief_, ray)) return *there;
  }
  const core::Extent grid = camera_.grid();
  // Rays above the horizon meet nothing; a point far outside the grid stands in for it.
  const core::Point there = meet_level(ray, held_ ? held_height_ : 0.0)
                                .value_or(core::Point{-1.0 * grid.width, -1.0 * grid.height});
  return {std::clamp(there.x, -1.0 * grid.width, 2.0 * grid.width),
          std::clamp(there.y, -1.0 * grid.height, 2.0 * grid.height)};
}

}  // namespace heatwave::view
