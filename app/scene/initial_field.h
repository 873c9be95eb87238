// The initial field of a scene.
#pragma once

#include <vector>

#include "app/scene/scene.h"
#include "kernels/field/field_state.h"

namespace heatwave::scene {

/// Returns the initial field, at rest unless a field is given. For a mirror-symmetric scene it is
/// symmetric to the bit.
field::FieldState initial_field(const Scene& scene);

/// Returns the initial values of an area for each plane, row by row.
std::vector<std::vector<float>> initial_planes(const Scene& scene, core::Rect area);

/// Returns whether the initial field is the one given with the scene, to the bit.
bool begins_as_given(const Scene& scene);

/// Returns whether the initial field is zero everywhere, like that of a new solver.
bool starts_at_zero(const Scene& scene);

}  // namespace heatwave::scene
