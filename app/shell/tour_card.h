// The tour's card in the lower right corner of the room, or of the panel where the room is small.
#pragma once

#include "app/rooms/room.h"
#include "app/shell/shell_view.h"

namespace heatwave::shell {

/// The offer, or the step shown; nothing where there is neither. Returns how high it reaches from
/// the room's bottom.
float draw_tour_card(ShellView& shell, const rooms::Layout& layout);

}  // namespace heatwave::shell
