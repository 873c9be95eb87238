// The group of pictures: the field, the window, sequences.
#pragma once

#include "app/rooms/fields/fields_view.h"

namespace heatwave::fields_room {

void draw_export_group(FieldsView& context);

}  // namespace heatwave::fields_room
