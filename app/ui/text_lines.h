// Text in lines that end between words: Dear ImGui by itself also ends one within "0.125".
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>

#include "app/ui/look.h"

namespace heatwave::ui {

/// With a line break wherever the next word would not fit, in the current font; a word that is
/// longer than a line is divided, behind a sign where it has one, as paths do.
std::string in_lines(std::string_view text, float width);

/// The size of a text whose lines Dear ImGui ends at this width, in the current font.
ImVec2 wrapped_size(std::string_view text, float width);

/// Shows a text whose lines end at the right end of the window's content.
void wrapped_text(std::string_view text);

/// Dim text that may change while it is read: the lines that it once needed stay reserved, and at
/// least so many, so that nothing below it moves.
void steady_text(const Look& look, const char* id, std::string_view text, int least_lines);

}  // namespace heatwave::ui
