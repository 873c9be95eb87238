// The colour bar beside the field: what value each colour stands for.
#pragma once

#include <array>
#include <string>

#include "app/rooms/fields/fields_view.h"
#include "app/ui/box.h"

namespace heatwave::fields_room {

/// As many ticks as there is room for.
int levels_on_bar(const FieldsView& context, const ui::Box& area);
/// How far values go beyond an end of the bar, from the most words and digits to the fewest.
using EndLabels = std::array<std::string, 4>;
EndLabels end_labels(const colour::Legend& legend, double field_value);
void draw_colour_bar(const FieldsView& context, const ui::Box& area);

}  // namespace heatwave::fields_room
