// The control that has the keyboard focus, as Dear ImGui's navigation moves it.
#pragma once

#include "app/ui/look.h"

namespace heatwave::ui {

/// Whether a control has the keyboard focus and the window shows that: it has the keys, not the
/// room.
bool controls_have_keys();
/// Whether the last control is that one.
bool has_keyboard_focus();
/// Where that control lies; an empty box where none has the keyboard focus.
Box focused_box();
/// Gives the keys back to the room; Tab begins again at the same control. Call for Esc: one that
/// only lets go of what is typed or held leaves the control its keys.
void leave_control();
/// Draws a frame round it that is seen from the back row, over all else.
void draw_focus_frame(const Look& look);

/// Lets the keys move into the rows of the next table, which scrolls, as into any other part.
void join_next_table();

/// Keeps Dear ImGui from taking arrows and the like for a first step to a control: only Tab is
/// that, and the room has these keys. Call in each frame in which the room has the keys.
void keep_keys_for_room();

}  // namespace heatwave::ui
