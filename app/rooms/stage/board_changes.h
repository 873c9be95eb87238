// Draws a variable that another line than the step's has set: its old value and its new one.
#pragma once

#include "app/rooms/stage/board_view.h"
#include "app/ui/box.h"

namespace heatwave::stage_room {

/// Returns the last step's change of a thread's variable; null: it did not change.
const stage::Change* change_of(const BoardView& view, int thread, std::size_t local);
/// Returns whether a change of the last step is one that another line than the step's made.
bool is_set_after(const BoardView& view, const stage::Change& change);

/// Returns the largest size at which the old and the new value of each such change fit side by side
/// into a card, up to that of values; 0: they are not legible at it, or there are none.
float size_of_changes(const BoardView& view);
/// Draws such a change in a frame like that of its line in the code: "12 → 16". Size 0: the new
/// value alone.
void draw_value_set_after(const BoardView& view, const ui::Box& row, const stage::Change& change,
                          float size);

}  // namespace heatwave::stage_room
