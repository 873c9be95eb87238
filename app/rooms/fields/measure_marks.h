// Probes with their values, the profile and the tape, over the field.
#pragma once

#include "app/rooms/fields/fields_view.h"

namespace heatwave::fields_room {

void draw_measure_marks(const FieldsView& context);
/// The colour of a probe's marks and of its curve.
ImVec4 probe_colour(const FieldsView& context, int number);

}  // namespace heatwave::fields_room
