// The panel at the right of the field.
#pragma once

#include "app/rooms/fields/fields_view.h"
#include "app/ui/box.h"

namespace heatwave::fields_room {

void draw_fields_side(FieldsView& context, const ui::Box& area);

}  // namespace heatwave::fields_room
