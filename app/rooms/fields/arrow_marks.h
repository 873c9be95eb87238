// Draws arrows of the flux of heat or of wave energy over a field.
#pragma once

#include "app/rooms/fields/view_marks.h"

namespace heatwave::fields_room {

/// `most`: the flux of the longest arrow.
void draw_arrow_marks(const FieldsView& context, const MarkedField& field, double most);
/// Returns the largest flux of the arrows.
double greatest_flux(const FieldsView& context, const MarkedField& field);

}  // namespace heatwave::fields_room
