// Divides the window: bars above and below, the side panel at the right, the room between.
#pragma once

#include "app/rooms/room.h"

namespace heatwave::shell {

/// The largest unit at which a window of this size still holds everything.
float largest_unit(double width, double height);
/// `below`: what a bar between the room and the transport takes of the height.
rooms::Layout lay_out(double width, double height, float unit, bool side_panel, double below = 0.0);

}  // namespace heatwave::shell
