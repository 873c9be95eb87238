// Sets up Dear ImGui as far as no window is needed: its context, its fonts and their sizes.
#pragma once

#include "app/ui/look.h"

namespace heatwave::shell {

/// Creates Dear ImGui's context. When there is no memory for it, the program ends with a sentence.
void create_imgui_context();

/// Adds the window's fonts, which are embedded in the program, to Dear ImGui's atlas. Uses Dear
/// ImGui's own when none were embedded.
ui::FontSet load_fonts();

/// Sets the sizes for an interface at this scale. `pixels_per_unit` is the number of framebuffer
/// pixels per window unit.
void set_font_sizes(ui::FontSet& fonts, float unit, float pixels_per_unit);

}  // namespace heatwave::shell
