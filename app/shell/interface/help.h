// All keys and what the mouse does, over the window.
#pragma once

#include "app/rooms/room.h"
#include "app/shell/shell_view.h"

namespace heatwave::shell {

void draw_help(ShellView& shell, const rooms::Room& room, const ui::Box& window);

}  // namespace heatwave::shell
