// What is said of two fields side by side: which is which, and how far they are apart.
#pragma once

#include <optional>

#include "app/rooms/fields/fields_view.h"
#include "app/rooms/panes.h"

namespace heatwave::fields_room {

/// A part of the field's area that one of them has: column and row, each 0 or 1.
ui::Box quarter_of(const ui::Box& area, int column, int row, float gap);
/// Where the words of the field that is changed stand, if it stands beside another.
std::optional<ui::Box> place_of_now(const FieldsView& context);
/// In the panes, and in the quarter that is left over.
void draw_pane_words(const FieldsView& context, const rooms::Panes& panes, const ui::Box& area);

/// Says why a press in the field that was put beside, or in the difference, changes nothing.
void explain_other_panes(const rooms::Panes& panes, rooms::CommandSender& commands);

}  // namespace heatwave::fields_room
