// The group of the scene: what to watch for, the size of the grid, its edges.
#pragma once

#include "app/rooms/fields/fields_view.h"

namespace heatwave::fields_room {

void draw_scene_group(FieldsView& context);

}  // namespace heatwave::fields_room
