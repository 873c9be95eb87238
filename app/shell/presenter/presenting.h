// What lies over a window that is presented: strokes, the pointer's halo, keys, lights, a sign.
#pragma once

#include "app/rooms/room.h"
#include "app/shell/presenter/presenter.h"

namespace heatwave::shell {

/// What keys that are pressed and the sign take of the lower end of where notices may lie.
float height_below_notices(const ShellView& shell);
/// Takes the pointer while the pen is in use.
void draw_paper(PresentModel& model, const ui::Box& window);
/// Draws the strokes and the rest over all else.
void draw_presenting(ShellView& shell, PresentModel& model, const rooms::Room& room,
                     const PresentPlaces& places);

}  // namespace heatwave::shell
