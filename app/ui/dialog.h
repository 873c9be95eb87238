// A dialog over the window: the rest is darkened and takes no input.
#pragma once

#include "app/ui/look.h"

namespace heatwave::ui {

/// Darkens the window; returns true when the shade is clicked.
bool draw_shade(const char* id, float darkness = 0.5F);

/// `size` is limited to the window. `at`: position as fractions of the window; the default is its
/// centre.
void begin_dialog(const Look& look, const char* id, ImVec2 size, ImVec2 at = {0.5F, 0.5F});
void end_dialog();

}  // namespace heatwave::ui
