// Outlines over the field: what is hovered, selected or being drawn, handles, the brush.
#pragma once

#include "app/rooms/fields/fields_view.h"

namespace heatwave::fields_room {

void draw_overlay(const FieldsView& context);

}  // namespace heatwave::fields_room
