// From a scene's shapes to what its cells are.
#pragma once

#include <vector>

#include "app/scene/scene.h"
#include "kernels/field/edit.h"

namespace heatwave::scene {

/// What the cells of an area are; the area must lie in the grid. Sources win over walls, walls over
/// held edges, all over media; among equals the later item wins.
field::SetCells rasterise(const Scene& scene, core::Rect area);

/// An area in bands of rows that keep the memory for one rasterise() bounded.
std::vector<core::Rect> bands(core::Rect area);

/// The numbers a step needs in this scene.
field::SetRules rules_of(const Scene& scene);

}  // namespace heatwave::scene
