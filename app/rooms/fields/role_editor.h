// Controls for what an item makes of its cells, shared by the tools and the selected item.
#pragma once

#include "app/rooms/panel_context.h"

namespace heatwave::panels {

bool edit_value(PanelContext& context, double& value);
bool edit_oscillation(PanelContext& context, field::Oscillation& oscillation);
bool edit_factor(PanelContext& context, double& factor);

}  // namespace heatwave::panels
