// A plane wave at the straight face of a slower or faster medium: its field, and Snell's law.
#pragma once

#include <complex>
#include <optional>

#include "kernels/core/geometry.h"

namespace heatwave::field {

/// A row of equal oscillating sources down the left edge, each ahead of the one above by the same
/// phase, and a medium from a vertical face to the right edge.
struct RefractionSetup {
  core::Extent extent;
  double sources_end = 0.0;    ///< x of the right side of the sources, in cells
  double source_height = 0.0;  ///< height of one source, in cells
  double phase_step = 0.0;     ///< radians from one source to the next
  double face = 0.0;           ///< x of the face, in cells
  double amplitude = 0.0;
  double period = 1.0;        ///< steps
  double ramp = 0.0;          ///< steps until the sources have their whole amplitude
  double phase = 0.0;         ///< radians, of the first source
  double speed = 1.0;         ///< speed before the face, in cells per step
  double speed_behind = 1.0;  ///< speed behind the face, in cells per step
};

/// The wave once it has filled the field: the incoming wave, its reflection by the face, which the
/// sources reflect again, and the refracted wave behind the face.
struct RefractedWave {
  double sources = 0.0;           ///< x of the last cells that the sources hold
  double face = 0.0;              ///< x of the face
  double middle = 0.0;            ///< y of the middle of the face
  double origin = 0.0;            ///< y of the middle of the first source
  double turn = 0.0;              ///< radians in a step
  double phase = 0.0;             ///< radians, of the first source
  double down = 0.0;              ///< wave number along the face, equal on both sides
  double before = 0.0;            ///< wave number across the face, before it
  double behind = 0.0;            ///< wave number across the face, behind it
  double smooth = 0.0;            ///< x from which on the single sources cannot be told apart
  double filled = 0.0;            ///< steps until the wave has filled the field
  std::complex<double> incident;  ///< amplitude of the wave that arrives at the face

  /// Returns NaN before the wave has filled the field, and close to the sources.
  [[nodiscard]] double at(core::Point place, double step) const;
};
/// Returns nothing where the sources are in phase and where the face reflects the whole wave.
std::optional<RefractedWave> refracted_wave(const RefractionSetup& setup);

/// The way of a plane wave through the face of another medium.
struct Refraction {
  core::Point at;          ///< place where the middle of the beam meets the face
  core::Point from{1, 0};  ///< unit vector of the way before the face
  core::Point way;         ///< unit vector of the way behind the face
  core::Point normal;      ///< unit normal of the face, onwards
  double index = 1.0;      ///< speed of waves behind the face over the speed before it
  double before = 0.0;     ///< degrees to the normal before the face
  double behind = 0.0;     ///< degrees to the normal behind it: sin(behind) = index · sin(before)
};
Refraction refraction_of(const RefractedWave& wave);
/// Refracts a wave that runs along x. Returns nothing where all of it is reflected inside.
std::optional<Refraction> refraction_at(core::Point at, core::Point normal, double index);

}  // namespace heatwave::field
