// Converts a scene's shapes to cells.
#pragma once

#include <vector>

#include "app/scene/scene.h"
#include "kernels/field/edit.h"

namespace heatwave::scene {

/// Returns the cells of an area, which must be inside the grid. Sources take precedence over walls,
/// walls over held edges, all over media; among equals, the later item wins.
field::SetCells rasterise(const Scene& scene, core::Rect area);

/// Divides an area into bands of rows that limit the memory of one rasterise() call.
std::vector<core::Rect> bands(core::Rect area);

/// Returns the numbers that a step needs in this scene.
field::SetRules rules_of(const Scene& scene);

}  // namespace heatwave::scene
