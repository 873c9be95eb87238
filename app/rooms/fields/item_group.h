// The group of the selected item: its numbers, duplicate, delete.
#pragma once

#include "app/rooms/fields/fields_view.h"

namespace heatwave::fields_room {

void draw_item_group(FieldsView& context);

}  // namespace heatwave::fields_room
