// The group of tools: what the mouse does on the field, and what a new shape becomes.
#pragma once

#include "app/rooms/fields/fields_view.h"

namespace heatwave::fields_room {

void draw_tools_group(FieldsView& context);

}  // namespace heatwave::fields_room
