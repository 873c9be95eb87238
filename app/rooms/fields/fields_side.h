// The panel at the right of the field.
#pragma once

#include <span>

#include "app/rooms/fields/fields_view.h"
#include "app/ui/box.h"
#include "app/ui/group_list.h"

namespace heatwave::fields_room {

std::span<const ui::GroupRow<FieldsView>> side_groups();

void draw_fields_side(FieldsView& context, const ui::Box& area);

}  // namespace heatwave::fields_room
