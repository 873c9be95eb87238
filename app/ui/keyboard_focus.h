// The control that has the keyboard focus, as Dear ImGui's navigation moves it.
#pragma once

#include <cstdint>

#include "app/ui/look.h"

namespace heatwave::ui {

/// Whether a control has the keyboard focus and the window shows that: it has the keys, not the
/// room.
bool controls_have_keys();
/// Whether the last control is that one.
bool has_keyboard_focus();
/// Where that control lies; an empty box where none has the keyboard focus.
Box focused_box();
/// A number that tells controls apart; 0: none has the keyboard focus.
unsigned focused_id();
/// Gives the keys back to the room; Tab begins again at the same control. Call for Esc: one that
/// only lets go of what is typed or held leaves the control its keys.
void leave_control();
/// Draws a frame round it that is seen from the back row, over all else.
void draw_focus_frame(const Look& look);

/// The number of the next event of the keyboard or the pointer: Dear ImGui counts them.
std::uint32_t next_event();
/// The number of the first event that Dear ImGui has kept for the next frames, as it does with the
/// second half of a click that was pressed and released between two of them; else next_event().
std::uint32_t first_kept_event();

/// Lets the keys move into the rows of the next table, which scrolls, as into any other part.
void join_next_table();

/// Keeps Dear ImGui from taking arrows and the like for a first step to a control: only Tab is
/// that, and the room has these keys. Call in each frame in which the room has the keys.
void keep_keys_for_room();

}  // namespace heatwave::ui
