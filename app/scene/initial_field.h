// The field that a scene begins with, as it describes it.
#pragma once

#include <vector>

#include "app/scene/scene.h"
#include "kernels/field/field_state.h"

namespace heatwave::scene {

/// At rest, unless a field is given. Where the scene is mirror symmetric, it is so to the bit.
field::FieldState initial_field(const Scene& scene);

/// The same for the cells of an area: each plane's values, row by row.
std::vector<std::vector<float>> initial_planes(const Scene& scene, core::Rect area);

/// Whether it is the field that is given with the scene, to the bit.
bool begins_as_given(const Scene& scene);

/// Whether the field that it begins with is zero everywhere, as a solver's is that was just made.
bool starts_at_zero(const Scene& scene);

}  // namespace heatwave::scene
