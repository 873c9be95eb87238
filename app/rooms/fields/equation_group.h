// The group of the equation: formula, parameters, stability.
#pragma once

#include "app/rooms/fields/fields_view.h"

namespace heatwave::fields_room {

void draw_equation_group(FieldsView& context);

}  // namespace heatwave::fields_room
