// Lists to choose from that are unfolded from a field.
#pragma once

#include <imgui.h>

#include <string>

#include "app/ui/look.h"

namespace heatwave::ui {

/// A field with what is chosen, and while it is true a list to choose from; end_list() ends it.
bool begin_list(const Look& look, const char* id, const std::string& chosen);
/// Every list that is open says so, and closes where it is asked to; end_list() ends it.
void note_open_list(const Look& look);
void end_list(const Look& look);
/// The sign of a list to unfold, before the right edge of a field.
void draw_unfold_sign(const Look& look, ImDrawList& list, ImVec2 from, ImVec2 to);
/// What text in such a field may take of its width.
float room_before_sign(const Look& look, float width);

}  // namespace heatwave::ui
