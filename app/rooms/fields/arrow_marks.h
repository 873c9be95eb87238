// Arrows over the field: which way heat flows, or the energy of waves.
#pragma once

#include "app/rooms/fields/fields_view.h"

namespace heatwave::fields_room {

void draw_arrow_marks(const FieldsView& context);

}  // namespace heatwave::fields_room
