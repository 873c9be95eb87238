// The tour's card in the lower right corner of the room, or of the panel if the room is small.
#pragma once

#include "app/rooms/room.h"
#include "app/shell/presenter/tour.h"
#include "app/shell/shell_view.h"

namespace heatwave::shell {

/// Draws the offer or the current step, if there is one. In a large room the card's right edge is
/// that of `notices`, the notices' area. Returns its height above the room's bottom.
float draw_tour_card(ShellView& shell, const TourModel& tour, const rooms::Layout& layout,
                     const ui::Box& notices);

}  // namespace heatwave::shell
