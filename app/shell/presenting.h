// What lies over a window that is presented: strokes, the pointer's halo, keys, lights, a sign.
#pragma once

#include "app/rooms/room.h"
#include "app/shell/shell_view.h"

namespace heatwave::shell {

/// Takes the pointer while the pen is in the hand.
void draw_paper(ShellView& shell, const ui::Box& window);
/// What keys that are pressed and the sign take of the lower end of where notices may lie.
float height_below_notices(const ShellView& shell);
/// Over all else; `seen` is the part of the window that is seen, `room_area` what an audience sees,
/// `free` where nothing of the room must be read.
void draw_presenting(ShellView& shell, const rooms::Room& room, const ui::Box& window,
                     const ui::Box& seen, const ui::Box& room_area, const ui::Box& free);

}  // namespace heatwave::shell
