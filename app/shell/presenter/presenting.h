// The layers over a presented window: strokes, the pointer's halo, keys, lights, a sign.
#pragma once

#include "app/rooms/room.h"
#include "app/shell/presenter/presenter.h"

namespace heatwave::shell {

/// Returns the height of keys and sign at the lower end of the notices' area.
float height_below_notices(const ShellView& shell);
/// Captures the pointer while the pen is in use.
void draw_paper(PresentModel& model, const ui::Box& window);
/// Draws the strokes and the other layers over everything else.
void draw_presenting(ShellView& shell, PresentModel& model, const rooms::Room& room,
                     const PresentPlaces& places);

}  // namespace heatwave::shell
