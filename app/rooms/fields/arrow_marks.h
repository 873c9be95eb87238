// Arrows of heat flux, or of the energy of waves, over a field.
#pragma once

#include "app/rooms/fields/view_marks.h"

namespace heatwave::fields_room {

/// How long the longest is; it follows what is drawn.
void draw_arrow_marks(const FieldsView& context, const MarkedField& field, double most);
/// The greatest flux among them.
double greatest_flux(const FieldsView& context, const MarkedField& field);

}  // namespace heatwave::fields_room
