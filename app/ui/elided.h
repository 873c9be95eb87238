// Shortens text to the available width and adds dots where it is cut.
#pragma once

#include <imgui.h>

#include <string>

namespace heatwave::ui {

/// Measures in this font and size. Empty: not even the first character fits.
std::string elided(const std::string& text, float room, ImFont* font, float size);
/// Measures in the current font.
std::string elided(const std::string& text, float room);

}  // namespace heatwave::ui
