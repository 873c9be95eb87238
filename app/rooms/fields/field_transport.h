// The bar below the field.
#pragma once

#include "app/rooms/fields/fields_view.h"
#include "app/ui/box.h"

namespace heatwave::fields_room {

/// Draws the buttons that run the field, its pace, and figures: step, rates, the value under the
/// pointer, times of frames. Figures without space are left out.
void draw_transport_bar(FieldsView& context, const ui::Box& area);

}  // namespace heatwave::fields_room
