// Controls for what an item makes of its cells, shared by the tools and the selected item.
#pragma once

#include "app/ui/look.h"
#include "kernels/field/edit.h"

namespace heatwave::fields_room {

bool edit_value(const ui::Look& look, const char* title, double& value);
bool edit_oscillation(const ui::Look& look, field::Oscillation& oscillation);
bool edit_factor(const ui::Look& look, double& factor);

}  // namespace heatwave::fields_room
