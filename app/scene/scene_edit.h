// Scenes after an edit, and which cells an edit touches.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/scene/scene.h"

namespace heatwave::scene {

/// The scene with a stroke rubbed out of every item that it touches; an item that has no cell left
/// in the grid is gone.
Scene erased(const Scene& scene, const Stroke& stroke);

/// Lowers parameters to what the stability rule allows, where the scene is guarded. Says so.
std::optional<std::string> hold_within_guard(Scene& scene);

/// Parts of the grid outside which every cell is the same in both scenes. The scenes must have the
/// same equation and grid.
std::vector<core::Rect> changed_areas(const Scene& before, const Scene& after);

/// How a scene is seen and what it is called: it changes no cell, and undo leaves it as it is.
void take_view(Scene& scene, const Scene& like);

/// Whether they differ in more than what is measured in them.
bool differ_besides_measures(const Scene& a, const Scene& b);

}  // namespace heatwave::scene
