// What each action does; keys and buttons alike end here.
#pragma once

#include "app/rooms/panel_context.h"
#include "app/rooms/shortcuts.h"

namespace heatwave::panels {

void perform(Action action, PanelContext& context);
/// Why an action can't be done now, as one phrase; empty when it can.
std::string why_not(Action action, const PanelContext& context);

}  // namespace heatwave::panels
