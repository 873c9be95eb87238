// Scenes that theory has an answer for: their exact field, and the way of a refracted wave.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "app/scene/scene.h"
#include "kernels/field/theory/refraction.h"

namespace heatwave::session {

/// The solution of the differential equation itself, not of its steps on a grid: the difference is
/// the error of the grid.
struct Theory {
  std::string words;  ///< the name of the solution
  /// Gives the value at a place, in cells, a number of steps after the scene began.
  std::function<double(core::Point at, double step)> value;
  bool is_costly = false;  ///< ask for many places of one moment, then for the next moment
};

/// Known for heat and undamped waves where nothing stands in the field and it begins with modes,
/// and with bells, ridges along an axis or rectangles between edges that mirror them. A slanting
/// ridge is known only where no edge has been felt yet; elsewhere the value is NaN. A refracted
/// plane wave is known, too.
std::optional<Theory> theory_of(const scene::Scene& scene);

/// Snell's law for one oscillating source along the left edge and one medium, a rectangle whose
/// right side a large hole has cut to a slanting face, or for a refracted plane wave. Returns
/// nothing for other scenes, and where all is reflected inside.
std::optional<field::Refraction> refraction_of(const scene::Scene& scene);

}  // namespace heatwave::session
