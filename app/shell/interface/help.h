// The list of all keys and mouse actions, drawn over the window.
#pragma once

#include <span>

#include "app/rooms/room.h"
#include "app/shell/shell_view.h"

namespace heatwave::shell {

void draw_help(ShellView& shell, const rooms::Room& room, std::span<rooms::Room* const> rooms,
               const ui::Box& window);

}  // namespace heatwave::shell
