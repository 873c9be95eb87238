// Lists to choose from that are unfolded from a field.
#pragma once

#include <imgui.h>

#include <string>

#include "app/ui/look.h"

namespace heatwave::ui {

/// A field with what is chosen, and while it is true a list to choose from; ImGui::EndPopup ends
/// it.
bool begin_list(const Look& look, const char* id, const std::string& chosen);
/// Draws such a field where the last control is: what is chosen, as far as there is room, and the
/// sign of a list. Returns the text as it is seen.
std::string draw_list_field(const Look& look, const std::string& chosen);

}  // namespace heatwave::ui
