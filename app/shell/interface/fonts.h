// The window's fonts, from the files embedded in the program.
#pragma once

#include "app/ui/look.h"

namespace heatwave::shell {

/// Adds the fonts to Dear ImGui's atlas. Uses Dear ImGui's own when none were embedded.
ui::FontSet load_fonts();

/// Sets the sizes for an interface at this scale. `pixels_per_unit` is the number of framebuffer
/// pixels per window unit.
void set_font_sizes(ui::FontSet& fonts, float unit, float pixels_per_unit);

}  // namespace heatwave::shell
