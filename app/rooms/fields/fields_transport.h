// The bar at the bottom: play, step, reset, the pace, and what the steps cost.
#pragma once

#include "app/rooms/fields/fields_view.h"
#include "app/ui/box.h"

namespace heatwave::fields_room {

void draw_fields_transport(FieldsView& context, const ui::Box& area);

}  // namespace heatwave::fields_room
