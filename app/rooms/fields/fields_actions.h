// What can be done on the field; keys and buttons alike end here.
#pragma once

#include <string>

#include "app/rooms/fields/fields_view.h"

namespace heatwave::fields_room {

/// Opens a scene by its name or path; where there is none the person is told.
void open_scene(FieldsView& context, const std::string& name);

}  // namespace heatwave::fields_room
