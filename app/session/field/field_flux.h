// The flux in a scene: heat, or the energy of waves.
#pragma once

#include <vector>

#include "app/lines/arrows.h"
#include "app/scene/scene.h"
#include "kernels/field/field_state.h"

namespace heatwave::session {

/// Returns whether the flux is that of energy, as in waves. It needs the previous time level, too.
bool is_energy_shown(const scene::Scene& scene);
/// Returns the equation's coefficient at a place, including media; 1 if the equation does not name
/// one.
lines::Coefficient coefficient_of(const scene::Scene& scene);
/// Returns arrows for a picture of the field with one pixel per cell. Their flux is the arrow on
/// the picture, in pixels.
std::vector<lines::Arrow> arrows_of(const scene::Scene& scene, const field::FieldState& state,
                                    const std::vector<std::uint8_t>& flags);

}  // namespace heatwave::session
