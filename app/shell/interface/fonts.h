// The window's fonts, from the files embedded in the program.
#pragma once

#include "app/ui/look.h"

namespace heatwave::shell {

/// Replaces the fonts of Dear ImGui's atlas by ones for this scale.
ui::FontSet fonts_in_atlas(float unit, float pixels_per_unit);
/// The same, drawn anew where OpenGL has them. Call between frames.
ui::FontSet load_fonts(float unit, float pixels_per_unit);

}  // namespace heatwave::shell
