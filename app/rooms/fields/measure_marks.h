// Marks of probes and lines over the field, with their values, and the directions of theory.
#pragma once

#include <imgui.h>

#include "app/rooms/fields/fields_view.h"

namespace heatwave::fields_room {

/// Returns the colour of a probe's mark and curve.
ImVec4 probe_colour(const FieldsView& context, int number);
/// Draws the marks; keeps the boxes of their labels for the contours.
void draw_measure_marks(const FieldsView& context);

}  // namespace heatwave::fields_room
