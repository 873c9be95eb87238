// Draws over the field what is not part of it: the greeting, measures, outlines of tools.
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

/// A source, else any other item; none where there is none that lies in the grid.
std::optional<Greeting> greeting_for(const scene::Scene& scene);

/// The part of the way that a shadow has gone at this time: it sets out slowly, rests at the end,
/// and begins anew.
float part_of_way(double seconds);

/// The colour of a probe's marks and of its curve.
ImVec4 probe_colour(const FieldsView& context, int number);

void draw_overlay(const FieldsView& context);

}  // namespace heatwave::fields_room
