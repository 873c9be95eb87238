// Draws over the field: the greeting, outlines of items and tools, and measures.
#pragma once

#include <imgui.h>

#include <vector>

#include "app/rooms/fields/fields_view.h"

namespace heatwave::fields_room {

/// Returns a line between cells as it lies in the window, also over a surface.
std::vector<ImVec2> path_in_window(const view::FieldLook& look,
                                   const std::vector<core::Point>& corners, bool closed);

/// Draws the outlines of the selected, the hovered and the drafted item, and the brush.
void draw_item_marks(const FieldsView& context);
/// Draws the cuts between the parts of the field, and the parts' numbers.
void draw_cuts(const FieldsView& context);
void draw_overlay(const FieldsView& context);

}  // namespace heatwave::fields_room
