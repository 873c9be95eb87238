// The top bar: the rooms, the title of the visible room, undo, theme, panel, help.
#pragma once

#include "app/rooms/room.h"
#include "app/shell/shell_view.h"

namespace heatwave::shell {

void draw_top_bar(ShellView& shell, rooms::Room& room, const ui::Box& area);

}  // namespace heatwave::shell
