// Contours over a field, with their numbers, and the outline of what lies beyond its colours.
#pragma once

#include "app/rooms/fields/view_marks.h"

namespace heatwave::fields_room {

/// Draws those lines of the layers that there are.
void draw_contour_marks(const FieldsView& context, const MarkedField& field,
                        const scene::ViewLayers& layers, ContourCache& cache);

}  // namespace heatwave::fields_room
