// Text that is cut to the room there is for it, with dots where something was left away.
#pragma once

#include <imgui.h>

#include <string>

#include "app/ui/look.h"

namespace heatwave::ui {

/// In this font and size. Where not even the first letter fits nothing is left.
std::string elided(const std::string& text, float room, ImFont* font, float size);
/// In the font that is used now; what has been found is kept.
const std::string& elided(const Look& look, const std::string& text, float room);

}  // namespace heatwave::ui
