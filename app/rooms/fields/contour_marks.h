// Draws contours with their labels, and the outline of values beyond the colour range.
#pragma once

#include "app/rooms/fields/view_marks.h"

namespace heatwave::fields_room {

/// Draws the contours and outlines that the layers include.
void draw_contour_marks(const FieldsView& context, const MarkedField& field,
                        const scene::ViewLayers& layers, ContourCache& cache);

}  // namespace heatwave::fields_room
