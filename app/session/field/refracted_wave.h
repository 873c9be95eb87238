// A plane wave that comes aslant onto the straight face of a slower or faster medium.
#pragma once

#include <complex>
#include <optional>

#include "app/scene/scene.h"

namespace heatwave::session {

/// As it is once it has filled the field: what comes in and what the face throws back, thrown back
/// again by the sources, and what goes on behind the face.
struct RefractedWave {
  double sources = 0.0;  ///< x of what they hold last
  double face = 0.0;     ///< x, where the medium begins
  double middle = 0.0;   ///< y of the face's
  double origin = 0.0;   ///< y of the first source's middle
  double turn = 0.0;     ///< of a wave in a step
  double phase = 0.0;    ///< of the first source
  double down = 0.0;     ///< wave numbers: along the face, the same on both sides,
  double before = 0.0;   ///< across it before it,
  double behind = 0.0;   ///< and behind it
  double smooth = 0.0;   ///< x from which on one sees no single source
  double filled = 0.0;   ///< steps
  std::complex<double> coming;

  /// No number before it has filled the field, and close to the sources.
  [[nodiscard]] double at(core::Point place, double step) const;
};

/// Oscillating sources of one height down the whole left edge, each as much ahead of the one above;
/// top and bottom joined; and one medium to the right edge. Nothing for other scenes, and where the
/// face throws all of it back.
std::optional<RefractedWave> refracted_wave_of(const scene::Scene& scene);

}  // namespace heatwave::session
