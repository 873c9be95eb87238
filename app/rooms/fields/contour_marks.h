// Contours over a field, with their numbers.
#pragma once

#include "app/rooms/fields/view_marks.h"

namespace heatwave::fields_room {

void draw_contour_marks(const FieldsView& context, const MarkedField& field, ContourCache& cache);

}  // namespace heatwave::fields_room
