// What can be found by name in this room: scenes, equations, settings.
#pragma once

#include <vector>

#include "app/rooms/fields/fields_view.h"
#include "app/rooms/room.h"

namespace heatwave::fields_room {

std::vector<rooms::Finding> findings_of(const FieldsModel& model, const scene::Scene& scene);
void show_found(FieldsView& context, const rooms::Finding& finding);

}  // namespace heatwave::fields_room
