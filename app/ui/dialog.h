// A question over the window: what lies behind it is darkened and cannot be reached.
#pragma once

#include "app/ui/look.h"

namespace heatwave::ui {

/// Darkens the window; true when it is clicked beside what lies over it.
bool draw_shade(const char* id);

/// In the middle of the window, as large as asked for or as there is room.
void begin_dialog(const Look& look, const char* id, ImVec2 size);
void end_dialog();

}  // namespace heatwave::ui
