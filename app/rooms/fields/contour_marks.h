// Contours over the field, with their numbers.
#pragma once

#include "app/rooms/fields/fields_view.h"

namespace heatwave::fields_room {

void draw_contour_marks(const FieldsView& context);

}  // namespace heatwave::fields_room
