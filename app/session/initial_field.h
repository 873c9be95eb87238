// The field at step 0, as a scene describes it.
#pragma once

#include <vector>

#include "app/session/scene.h"
#include "kernels/field/field_state.h"

namespace heatwave::session {

/// At rest. Where the scene is mirror symmetric, the field is so to the bit.
field::FieldState initial_field(const Scene& scene);

/// The same for the cells of an area: each plane's values, row by row.
std::vector<std::vector<float>> initial_planes(const Scene& scene, core::Rect area);

/// Whether the field at step 0 is zero everywhere, as a solver's is that was just made.
bool starts_at_zero(const Scene& scene);

}  // namespace heatwave::session
