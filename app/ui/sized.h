// Every size for Dear ImGui goes through these functions, because it aborts on a control without a
// size.
#pragma once

#include <imgui.h>

#include "app/ui/look.h"

namespace heatwave::ui {

/// Makes a size valid: sides that are 0, negative or NaN become one unit.
ImVec2 drawable(ImVec2 size);
float drawable(float side);

/// A button that the caller draws; mouse and keys press it.
bool press_area(const char* id, ImVec2 size);
/// A button for the mouse only, because keys have another way or no use for it.
bool mouse_area(const char* id, ImVec2 size);
/// Dear ImGui's own button, as tall as its text.
bool plain_button(const char* text, float width);
/// A row of an open list, with a given size or the size of its text.
bool list_row(const char* id, bool chosen, ImVec2 size);
bool text_row(const char* text, bool chosen);
/// A row across all columns of a table.
bool table_row(const char* id, bool chosen, float height);

/// Return the right and bottom edge of the window's content, relative to the window.
float content_right();
float content_bottom();

/// Returns the box of the last control.
Box last_box();

/// Empty space; sides may be 0.
void space(ImVec2 size);

/// A scrolling part of the window; ImGui::EndChild ends it. Keyboard navigation moves on to the
/// controls beside it.
bool begin_part(const char* id, ImVec2 size, ImGuiWindowFlags flags = 0,
                ImGuiChildFlags child_flags = ImGuiChildFlags_NavFlattened);
/// A part that takes all remaining space, or the size of its content if the flags say so.
bool begin_rest(const char* id, ImGuiWindowFlags flags = 0,
                ImGuiChildFlags child_flags = ImGuiChildFlags_NavFlattened);
/// A part as wide as the window.
bool begin_strip(const char* id, float height, ImGuiWindowFlags flags = 0);

void set_next_window_size(ImVec2 size);
void set_next_window_limits(ImVec2 least, ImVec2 most);
/// Sets the width of the next control that uses an item width.
void set_next_width(float width);

}  // namespace heatwave::ui
