// Text that is cut to the room there is for it, with dots where something was left away.
#pragma once

#include <imgui.h>

#include <string>

namespace heatwave::ui {

/// Measures in this font and size. The result is empty where not even the first letter fits.
std::string elided(const std::string& text, float room, ImFont* font, float size);
/// Measures in the current font.
std::string elided(const std::string& text, float room);

}  // namespace heatwave::ui
