// Converts a scene to cells: its shapes, the numbers that a step needs, and its initial field.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/scene/scene.h"
#include "kernels/field/edit.h"
#include "kernels/field/field_state.h"

namespace heatwave::scene {

/// Returns the cells of an area, which must be inside the grid, at a step: the region of a formula
/// may move. Sources take precedence over walls, walls over held edges, all over media; among
/// equals, the later item wins.
field::SetCells rasterise(const Scene& scene, core::Rect area, std::int64_t step);

/// Divides an area into bands of rows that limit the memory of one rasterise() call.
std::vector<core::Rect> bands(core::Rect area);
/// Divides it into bands of which all planes together take as much memory as one plane of those.
std::vector<core::Rect> bands(core::Rect area, std::size_t planes);

/// Returns the numbers that a step needs in this scene.
field::SetRules rules_of(const Scene& scene);

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
