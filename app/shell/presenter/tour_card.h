// The tour's card in the lower right corner of the room, or of the panel where the room is small.
#pragma once

#include "app/rooms/room.h"
#include "app/shell/presenter/tour.h"
#include "app/shell/shell_view.h"

namespace heatwave::shell {

/// Draws the offer or the step shown, and nothing where there is neither. In a large room the card
/// ends at the right where `notices`, the place of notices, ends. Returns how high it reaches from
/// the room's bottom.
float draw_tour_card(ShellView& shell, const TourModel& tour, const rooms::Layout& layout,
                     const ui::Box& notices);

}  // namespace heatwave::shell
