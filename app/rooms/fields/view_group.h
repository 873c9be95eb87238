// The group of the view: flat, contours, ….
#pragma once

#include "app/rooms/fields/fields_view.h"

namespace heatwave::fields_room {

void draw_view_group(FieldsView& context);

}  // namespace heatwave::fields_room
