// Scenes whose field can be written down: what theory says of each place at each step.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "app/scene/scene.h"

namespace heatwave::session {

/// Of the differential equation itself, not of its steps on a grid: where the two differ, that is
/// the error of the grid.
struct Theory {
  std::string words;  ///< which solution it is
  /// At a place, in cells, so many steps after the scene began.
  std::function<double(core::Point at, double step)> value;
  bool is_costly = false;  ///< to be asked for many places of one moment alone
};

/// Known for heat and undamped waves where nothing stands in the field and it begins with modes,
/// and with bells, ridges along an axis or rectangles between edges that mirror them. Of a slanting
/// ridge only where no edge has been felt yet; elsewhere the value is no number. And of a plane
/// wave that is refracted.
std::optional<Theory> theory_of(const scene::Scene& scene);

}  // namespace heatwave::session
