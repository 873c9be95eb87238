// The colour bar beside the field; shows the value of each colour.
#pragma once

#include <array>
#include <string>

#include "app/rooms/fields/fields_view.h"
#include "app/ui/box.h"

namespace heatwave::fields_room {

/// Returns the number of ticks that fit on the bar.
int levels_on_bar(const FieldsView& context, const ui::Box& area);
/// The largest value beyond an end of the bar as text, from the longest form to the shortest.
using EndLabels = std::array<std::string, 4>;
EndLabels end_labels(const colour::Legend& legend, double field_value);
void draw_colour_bar(const FieldsView& context, const ui::Box& area);

}  // namespace heatwave::fields_room
