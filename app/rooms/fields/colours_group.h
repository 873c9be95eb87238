// The group of colours: the map, bands, the range.
#pragma once

#include "app/rooms/fields/fields_view.h"

namespace heatwave::fields_room {

void draw_colours_group(FieldsView& context);

}  // namespace heatwave::fields_room
