// The tour's card in the lower left corner of the room.
#pragma once

#include "app/shell/shell_view.h"
#include "app/ui/box.h"

namespace heatwave::shell {

/// The offer, or the step shown; nothing where there is neither. Returns how high it reaches from
/// the room's bottom.
float draw_tour_card(ShellView& shell, const ui::Box& room);

}  // namespace heatwave::shell
