// The lab's panel at the right: the experiment, its parameters, running, saving.
#pragma once

#include <span>

#include "app/rooms/lab/lab_view.h"
#include "app/ui/box.h"
#include "app/ui/group_list.h"

namespace heatwave::lab_room {

std::span<const ui::GroupRow<LabView>> side_groups();

void draw_lab_side(LabView& context, const ui::Box& area);

}  // namespace heatwave::lab_room
