// Every size that Dear ImGui is given goes through here: it aborts on a control without any.
#pragma once

#include <imgui.h>

#include "app/ui/look.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::ui {

/// A size that can be drawn: sides that are zero, negative or no number become one unit.
ImVec2 drawable(ImVec2 size);
float drawable(float side);

/// Something to press, by the mouse or by keys, that is drawn by whoever asks for it.
bool press_area(const Look& look, const char* id, ImVec2 size, Takes takes = Takes::press,
                bool is_chosen = false);
/// The same for the mouse alone: what keys reach in another way, or not at all.
bool mouse_area(const char* id, ImVec2 size);
/// Dear ImGui's own button, as high as its text.
bool plain_button(const Look& look, const char* text, float width);
/// A row of a list that was unfolded: as large as given, or as its text.
bool list_row(const Look& look, const char* id, bool chosen, ImVec2 size);
bool text_row(const Look& look, const char* text, bool chosen);
/// A row as wide as a table, for the mouse alone: rooms have keys for the row above and below.
bool table_row(const char* id, bool chosen, float height);

/// The box of the last control.
Box last_box();
/// Behind a control: it is where keys may stop. Returns what they ask of it.
KeyFocus::Asked key_stop(const Look& look, const char* id, Takes takes, bool is_chosen = false);
/// Something to slide along, by the mouse or by arrows, that is drawn by whoever asks for it.
KeyFocus::Asked slide_area(const Look& look, const char* id, ImVec2 size);
/// What is drawn until the end can do nothing now.
void begin_disabled(const Look& look, bool disabled);
void end_disabled(const Look& look);

/// While it lives, rows that are drawn are one stop of Tab's, in which arrows go.
class ChoiceRows : core::NonCopyable {
 public:
  explicit ChoiceRows(const Look& look) : focus_(look.memory.focus) { focus_.begin_choices(); }
  ~ChoiceRows() { focus_.end_choices(); }

 private:
  KeyFocus& focus_;
};

/// Space that nothing is in; its sides may be zero.
void space(ImVec2 size);

/// A part of the window that scrolls by itself; ImGui::EndChild ends it.
bool begin_part(const char* id, ImVec2 size, ImGuiWindowFlags flags = 0);
/// The same over all that is left of the window.
bool begin_rest(const char* id, ImGuiWindowFlags flags = 0);
/// The same as wide as the window and so high.
bool begin_strip(const char* id, float height, ImGuiWindowFlags flags = 0);

void set_next_window_size(ImVec2 size);
void set_next_window_limits(ImVec2 least, ImVec2 most);
/// Of the next control that has a width of its own.
void set_next_width(float width);

}  // namespace heatwave::ui
