// The colour bar beside the field: what value each colour stands for.
#pragma once

#include <string>

#include "app/rooms/fields/fields_view.h"
#include "app/ui/box.h"

namespace heatwave::fields_room {

/// As many ticks as there is room for.
int levels_on_bar(const FieldsView& context, const ui::Box& area);
void draw_colour_bar(const FieldsView& context, const ui::Box& area);

}  // namespace heatwave::fields_room
