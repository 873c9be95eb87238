// Edits of scenes, and the cells that an edit changes.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/scene.h"

namespace heatwave::scene {

/// Returns the scene with a stroke erased from every item that it touches; items without cells in
/// the grid are removed.
Scene erased(const Scene& scene, const Stroke& stroke);

/// Returns the scene with another equation: a formula. Items, colours, edges, and the values of
/// parameters stay as far as the formula has them; a number that its text changes takes effect.
Scene with_formula(const Scene& scene, std::shared_ptr<const field::formula::Formula> formula);

/// Lowers parameters to their stability limit if the scene is guarded. Returns a message about it.
std::optional<std::string> hold_within_guard(Scene& scene);

/// Returns areas of the grid outside which all cells are equal in both scenes. The scenes must have
/// the same equation and grid.
std::vector<core::Rect> changed_areas(const Scene& before, const Scene& after);

/// Adds the part of an area inside the grid, and its neighbours, also beyond periodic edges. Cells
/// affect neighbours one cell away.
void add_with_neighbours(std::vector<core::Rect>& areas, core::Rect part, const Scene& scene);

/// Copies the view and the description, which change no cell and which undo does not restore.
void take_view(Scene& scene, const Scene& like);

/// Returns whether the scenes differ in more than their measurements.
bool differ_besides_measures(const Scene& a, const Scene& b);

}  // namespace heatwave::scene
