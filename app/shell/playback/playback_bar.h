// Below the field while a recording is played: its time line, to be dragged, and the way out.
#pragma once

#include "app/rooms/room.h"
#include "app/shell/shell_view.h"

namespace heatwave::shell {

void draw_playback_bar(ShellView& shell, const ui::Box& area);

}  // namespace heatwave::shell
