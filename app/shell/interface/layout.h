// Divides the window: bars above and below, the side panel at the right, the room between.
#pragma once

#include "app/rooms/room.h"

namespace heatwave::shell {

/// The largest unit at which a window of this size still holds everything.
float largest_unit(core::Extent window);
/// The pixels of the framebuffer that a part of the window covers.
core::Rect in_pixels(const ui::Box& box, double pixels_per_unit);
/// The side panel's width in units of design.
inline constexpr float kPanelWidth = 368;
/// `below`: what a bar between the room and the transport takes of the height; `side`: what a panel
/// at the side takes of the width, in units of design; without
/// `bars` the room has what they would.
rooms::Layout lay_out(core::Extent window, float unit, bool side_panel, float below = 0.0F,
                      float side = kPanelWidth, bool bars = true);

}  // namespace heatwave::shell
