// Draws over the field: the greeting, measures, outlines of tools.
#pragma once

#include <imgui.h>

#include "app/rooms/fields/fields_view.h"

namespace heatwave::fields_room {

/// Returns the colour of a probe's mark and curve.
ImVec4 probe_colour(const FieldsView& context, int number);

/// Draws the outlines of the selected, the hovered and the drafted item, and the brush.
void draw_item_marks(const FieldsView& context);
/// Draws the cuts between the parts of the field, and the parts' numbers.
void draw_cuts(const FieldsView& context);
void draw_overlay(const FieldsView& context);

}  // namespace heatwave::fields_room
