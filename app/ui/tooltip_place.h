// Where tooltips go in small windows.
#pragma once

#include "app/ui/box.h"

namespace heatwave::ui {

/// For the next tooltip, in a window so small that a tall one would be cut off: it is moved along
/// its own length as far as the mouse is along the window's, so that all of it is seen wherever
/// there is room for it.
void place_next_tooltip(float unit);
/// Below the control that has the keys, or above it where there is no room.
void place_next_tooltip_at(const Box& control, float unit);

}  // namespace heatwave::ui
