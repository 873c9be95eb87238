// The bar at the top: the rooms, what the room shows, undo, theme, panel, help.
#pragma once

#include "app/rooms/room.h"
#include "app/shell/shell_view.h"

namespace heatwave::shell {

void draw_top_bar(ShellView& shell, rooms::Room& room, const ui::Box& area);

}  // namespace heatwave::shell
