// What a person who has never dragged anything is shown: which item, and where to.
#pragma once

#include <optional>

#include "app/scene/scene.h"

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

}  // namespace heatwave::fields_room
