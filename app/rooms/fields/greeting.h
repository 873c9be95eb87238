// The greeting for a user who has never dragged anything: an item's shadow shows that it can be
// moved, and a sentence asks for it.
#pragma once

#include <optional>
#include <string>

#include "app/scene/scene.h"
#include "app/scene/shape.h"

namespace heatwave::fields_room {

struct Greeting {
  scene::Item item;
  core::Point way;  ///< in cells; at its end the item still lies in the grid
};

/// Chooses a source, otherwise any other item; empty: no item lies in the grid.
std::optional<Greeting> greeting_for(const scene::Scene& scene);

/// Returns the sentence that asks for a first drag: of the item that the greeting moves, of the
/// curve of a line, or, where neither is there, with the brush. `brush`: the brush's key.
std::string invitation(const scene::Scene& scene, const std::string& brush);

/// Returns how far the shadow has moved at this time, from 0 to 1: it starts slowly, rests at the
/// end, and starts again.
float part_of_way(double seconds);

}  // namespace heatwave::fields_room
