// Controls for what an item makes of its cells, shared by the tools and the selected item.
#pragma once

#include "app/colour/colouring.h"
#include "app/ui/look.h"
#include "kernels/field/edit.h"

namespace heatwave::fields_room {

/// Values as the scene says them.
bool edit_value(const ui::Look& look, const char* title, double& value,
                const colour::Legend& legend);
bool edit_oscillation(const ui::Look& look, field::Oscillation& oscillation,
                      const colour::Legend& legend);
bool edit_factor(const ui::Look& look, double& factor);

}  // namespace heatwave::fields_room
