// The panel at the right of the field.
#pragma once

#include "app/rooms/fields/fields_view.h"
#include "app/ui/area.h"

namespace heatwave::fields_room {

void draw_fields_side(FieldsView& context, const ui::Area& area);

}  // namespace heatwave::fields_room
