// The control with the keyboard focus, as Dear ImGui's navigation moves it.
#pragma once

#include <cstdint>

#include "app/ui/look.h"

namespace heatwave::ui {

/// True if a control visibly has the keyboard focus, so that keys go to the control and not to the
/// room.
bool controls_have_keys();
/// True if the last control has the keyboard focus.
bool has_keyboard_focus();
/// Returns the box of the control with the keyboard focus; empty: no control has it.
Box focused_box();
/// Returns an id of the control with the keyboard focus; 0: no control has it.
unsigned focused_id();
/// True if the part of the window that was drawn last has the keyboard focus.
bool last_part_has_keys();
/// Has the window take letters as text, and not as keys of the room, in the next frame.
void receive_letters();
/// Gives the keys back to the room; Tab resumes at the same control. Call on Esc. An Esc that only
/// ends typing or dragging leaves the focus on the control.
void leave_control();
/// Draws a large frame around the control with the keyboard focus, above everything else.
void draw_focus_frame(const Look& look);

/// Returns the number of the next keyboard or mouse event, as counted by Dear ImGui.
std::uint32_t next_event();
/// Returns the number of the first event that Dear ImGui holds back for a later frame, such as the
/// release of a button that was pressed and released within one frame. Returns next_event() if it
/// holds none.
std::uint32_t first_kept_event();

/// Lets keyboard navigation enter the rows of the next table, which scrolls.
void join_next_table();

/// Keeps Dear ImGui from using arrows and similar keys to give a control the focus; only Tab does
/// that. Call in each frame in which the room has the keys.
void keep_keys_for_room();

}  // namespace heatwave::ui
