// Every size that Dear ImGui is given goes through here: it aborts on a control without any.
#pragma once

#include <imgui.h>

#include "app/ui/look.h"

namespace heatwave::ui {

/// A size that can be drawn: sides that are zero, negative or no number become one unit.
ImVec2 drawable(ImVec2 size);
float drawable(float side);

/// A button without a look of its own: the caller draws it. Mouse and keys press it.
bool press_area(const char* id, ImVec2 size);
/// A button for the mouse alone: keys do the same in another way, or it means nothing to them.
bool mouse_area(const char* id, ImVec2 size);
/// Dear ImGui's own button, as high as its text.
bool plain_button(const char* text, float width);
/// A row of a list that was unfolded: as large as given, or as its text.
bool list_row(const char* id, bool chosen, ImVec2 size);
bool text_row(const char* text, bool chosen);
/// A row as wide as a table.
bool table_row(const char* id, bool chosen, float height);

/// Where the window's content ends, in the window's coordinates.
float content_right();
float content_bottom();

/// The box of the last control.
Box last_box();

/// Space that nothing is in; its sides may be zero.
void space(ImVec2 size);

/// A part of the window that scrolls by itself; ImGui::EndChild ends it. The keys move on from its
/// controls to those beside it.
bool begin_part(const char* id, ImVec2 size, ImGuiWindowFlags flags = 0,
                ImGuiChildFlags child_flags = ImGuiChildFlags_NavFlattened);
/// A part that takes all that is left of the window, or as much as its content where the flags say
/// so.
bool begin_rest(const char* id, ImGuiWindowFlags flags = 0,
                ImGuiChildFlags child_flags = ImGuiChildFlags_NavFlattened);
/// A part that is as wide as the window.
bool begin_strip(const char* id, float height, ImGuiWindowFlags flags = 0);

void set_next_window_size(ImVec2 size);
void set_next_window_limits(ImVec2 least, ImVec2 most);
/// Of the next control that has a width of its own.
void set_next_width(float width);

}  // namespace heatwave::ui
