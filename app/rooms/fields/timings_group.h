// The group of timings: the parts of the frame, rates, the device, the way to the screen.
#pragma once

#include "app/rooms/fields/fields_view.h"

namespace heatwave::fields_room {

void draw_timings_group(FieldsView& context);

}  // namespace heatwave::fields_room
