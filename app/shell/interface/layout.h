// Divides the window: bars at the top and bottom, the side panel at the right, the room in the
// middle.
#pragma once

#include "app/rooms/room.h"

namespace heatwave::shell {

/// Returns whether the side panel is folded to the rail: in a narrow window, or with large letters.
bool folds_panel(core::Extent window, float unit, float scale);
/// Returns the largest scale at which a window of this size still holds everything.
float largest_unit(core::Extent window);
/// Returns the framebuffer pixels that a part of the window covers.
core::Rect in_pixels(const ui::Box& box, double pixels_per_unit);
/// The side panel's width in design units.
inline constexpr float kPanelWidth = 368;
/// Computes the layout. `below`: height of a bar between the room and the transport bar; `side`:
/// width of the side panel in design units; without `bars`, the room takes their space.
rooms::Layout lay_out(core::Extent window, float unit, bool side_panel, float below = 0.0F,
                      float side = kPanelWidth, bool bars = true);

}  // namespace heatwave::shell
