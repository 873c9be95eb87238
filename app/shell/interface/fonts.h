// The window's fonts, from the files embedded in the program.
#pragma once

#include "app/ui/look.h"

namespace heatwave::shell {

/// Adds the fonts to Dear ImGui's atlas. Where none were embedded, Dear ImGui's own take their
/// place.
ui::FontSet load_fonts();

/// Sets the sizes for an interface at this scale. `pixels_per_unit` is the framebuffer's scale
/// against window units.
void set_font_sizes(ui::FontSet& fonts, float unit, float pixels_per_unit);

}  // namespace heatwave::shell
