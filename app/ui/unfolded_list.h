// Lists that open from a field.
#pragma once

#include <imgui.h>

#include <string>

#include "app/ui/look.h"

namespace heatwave::ui {

/// A field with the current choice. Returns true while its list is open; ImGui::EndPopup then ends
/// the list.
bool begin_list(const Look& look, const char* id, const std::string& chosen);
/// Draws a list's field over the last control: the choice, shortened to fit, and the list symbol.
/// Returns the text as shown.
std::string draw_list_field(const Look& look, const std::string& chosen);

}  // namespace heatwave::ui
