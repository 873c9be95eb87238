// The axis of a surface's heights at one of its upright edges, and the lengths of its sides.
#pragma once

#include <optional>

#include "app/rooms/fields/fields_view.h"
#include "app/ui/box.h"
#include "app/view/surface_camera.h"

namespace heatwave::fields_room {

/// Returns the part of an area that a surface may take, so that the axis has room beside it.
ui::Box beside_axis(const ui::Box& area, float unit);

/// An upright edge of the block below a surface, in window coordinates.
struct UprightEdge {
  core::Point low;      ///< where the colour range begins
  core::Point high;     ///< where it ends
  bool is_left = true;  ///< it is the left end, with nothing at its left
};
/// Returns the edge at the left end of the block, or the one at its right end where the left one is
/// not wholly in the area; nothing: neither is. `most`: height of the upper end of the colour
/// range.
std::optional<UprightEdge> axis_edge(const view::SurfaceCamera& camera, double most);

/// Draws the axis with the ticks of the colour bar, and the lengths of the sides that are seen.
void draw_surface_axes(const FieldsView& context);

}  // namespace heatwave::fields_room
