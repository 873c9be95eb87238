// The window's fonts, from the files embedded in the program.
#pragma once

#include "app/ui/look.h"

namespace heatwave::shell {

/// Replaces Dear ImGui's fonts by ones drawn for this scale. Call between frames.
ui::FontSet load_fonts(float unit, float pixels_per_unit);

}  // namespace heatwave::shell
