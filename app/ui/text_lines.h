// Text with line breaks between words; Dear ImGui by itself would also break "0.125".
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>
#include <vector>

#include "app/ui/look.h"

namespace heatwave::ui {

/// Inserts line breaks for this width and the current font. A word longer than a line is split,
/// preferably after a punctuation mark, as in a path.
std::string in_lines(std::string_view text, float width);

/// Returns the lines of the text in this width and the current font.
std::vector<std::string> lines_within(std::string_view text, float width);

/// Returns the size of text that Dear ImGui wraps at this width, in the current font.
ImVec2 wrapped_size(std::string_view text, float width);

/// Shows lines that were broken for this width.
void show_lines(const std::string& lines, float width);
/// Shows text wrapped at the right edge of the window's content.
void wrapped_text(std::string_view text);

/// Text that may change while it is shown: keeps the largest number of lines needed so far, and at
/// least `least_lines`, so that nothing below it moves.
void steady_text(const Look& look, const char* id, std::string_view text, int least_lines,
                 const ImVec4& colour);
/// Dim text that may change while it is shown.
void steady_text(const Look& look, const char* id, std::string_view text, int least_lines);

/// Shortens text to the available width and adds dots where it is cut. Measures in this font and
/// size. Empty: not even the first character fits.
std::string elided(const std::string& text, float room, ImFont* font, float size);
/// Measures in the current font.
std::string elided(const std::string& text, float room);
/// Shortens text to the clauses at its beginning that fit, without dots; if none fits, as above.
std::string leading_clauses(const std::string& text, float room);
/// Shortens a list of entries to those that are whole within the available width, and adds dots for
/// the others. If not even the first one fits, shortens it.
std::string elided_list(const std::string& list, std::string_view separator, float room);

}  // namespace heatwave::ui
