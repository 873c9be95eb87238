// What flows in a scene: heat, or the energy of waves.
#pragma once

#include <vector>

#include "app/lines/arrows.h"
#include "app/scene/scene.h"
#include "kernels/field/field_state.h"

namespace heatwave::session {

/// Waves carry energy, and what it does takes the field of the step before to know.
bool is_energy_shown(const scene::Scene& scene);
/// The equation's coefficient at a place, media counted; 1 where it is not known which one it is.
lines::Coefficient coefficient_of(const scene::Scene& scene);
/// Arrows of a picture of this field with one pixel a cell: their flux is their way in pixels.
std::vector<lines::Arrow> arrows_of(const scene::Scene& scene, const field::FieldState& state,
                                    const std::vector<std::uint8_t>& flags);

}  // namespace heatwave::session
