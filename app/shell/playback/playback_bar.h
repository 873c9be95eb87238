// The bar below the field while a recording is played: its time line and the button that ends it.
#pragma once

#include "app/rooms/room.h"
#include "app/shell/shell_view.h"

namespace heatwave::shell {

void draw_playback_bar(ShellView& shell, const ui::Box& area);

}  // namespace heatwave::shell
