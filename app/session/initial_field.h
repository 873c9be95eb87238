// The field at step 0, as a scene describes it.
#pragma once

#include "app/session/scene.h"
#include "kernels/field/field_state.h"

namespace heatwave::session {

/// At rest. Where the scene is mirror symmetric, the field is so to the bit.
field::FieldState initial_field(const Scene& scene);

}  // namespace heatwave::session
