// The group of measures: what to measure with, and how often.
#pragma once

#include "app/rooms/fields/fields_view.h"

namespace heatwave::fields_room {

void draw_measure_group(FieldsView& context);

}  // namespace heatwave::fields_room
