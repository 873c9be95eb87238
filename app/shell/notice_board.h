// What the session has to say, calmly, in a corner of the room.
#pragma once

#include "app/rooms/room.h"
#include "app/shell/shell_view.h"

namespace heatwave::shell {

/// In the lower right corner of a place, the newest at the bottom.
void draw_notices(ShellView& shell, rooms::Room& room, const ui::Box& place);

}  // namespace heatwave::shell
