// Scenes with a known solution: their exact field, and the direction of a refracted wave.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "app/scene/scene.h"
#include "kernels/field/theory/refraction.h"

namespace heatwave::session {

/// The solution of the differential equation itself, not of its steps on a grid. The difference is
/// the grid's error.
struct Theory {
  std::string words;  ///< the name of the solution
  /// Returns the value at a point, in cells, this number of steps after the scene's beginning.
  std::function<double(core::Point at, double step)> value;
  bool is_costly = false;  ///< slow to move to another time: ask for all points of one time first
};

/// Returns the solution for heat and undamped waves without items that begin with modes, or with
/// bells, ridges along an axis or rectangles between reflecting edges. A slanting ridge has a
/// solution only where no edge has had an influence yet; elsewhere the value is NaN. Refracted
/// plane waves have a solution, too.
std::optional<Theory> theory_of(const scene::Scene& scene);

/// Returns Snell's law for one oscillating source along the left edge and one medium, a rectangle
/// whose right side is cut by a large hole to a slanting face, or for a refracted plane wave.
/// Returns none for other scenes, and at total internal reflection.
std::optional<field::Refraction> refraction_of(const scene::Scene& scene);

}  // namespace heatwave::session
