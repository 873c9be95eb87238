// A question over the window: what lies behind it is darkened and cannot be reached.
#pragma once

#include "app/ui/look.h"

namespace heatwave::ui {

/// Darkens the window; true when it is clicked beside what lies over it.
bool draw_shade(const char* id, float darkness = 0.5F);

/// As large as asked for or as there is room; in the middle of the window, or at another part of
/// its width and height.
void begin_dialog(const Look& look, const char* id, ImVec2 size, ImVec2 at = {0.5F, 0.5F});
void end_dialog();

}  // namespace heatwave::ui
