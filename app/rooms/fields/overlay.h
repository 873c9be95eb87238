// Draws over the field: the greeting, measures, outlines of tools.
#pragma once

#include <imgui.h>

#include <optional>
#include <vector>

#include "app/rooms/fields/fields_view.h"
#include "app/scene/scene.h"
#include "app/scene/shape.h"
#include "app/view/field_look.h"

namespace heatwave::fields_room {

struct Greeting {
  scene::Item item;
  core::Point way;  ///< in cells; at its end the item still lies in the grid
};

/// Chooses a source, otherwise any other item; empty: no item lies in the grid.
std::optional<Greeting> greeting_for(const scene::Scene& scene);

/// Returns how far the shadow has moved at this time, from 0 to 1: it starts slowly, rests at the
/// end, and starts again.
float part_of_way(double seconds);

/// Returns the colour of a probe's mark and curve.
ImVec4 probe_colour(const FieldsView& context, int number);

/// Draws the outlines of the selected, the hovered and the drafted item, and the brush.
void draw_item_marks(const FieldsView& context);
/// Draws the cuts between the parts of the field, and the parts' numbers.
void draw_cuts(const FieldsView& context);
void draw_overlay(const FieldsView& context);

}  // namespace heatwave::fields_room
