// The chosen variant's code beside its result: line numbers, the important lines, a little colour.
#pragma once

#include <array>

#include "app/rooms/panel_context.h"
#include "app/ui/code_tokens.h"

namespace heatwave::panels {

/// The colours of code, by kind; each readable on the panel and behind marked lines.
std::array<ImVec4, kTokenKinds> code_colours(const Theme& theme);

/// Fills what is left of the window.
void draw_lab_source(PanelContext& context);

}  // namespace heatwave::panels
