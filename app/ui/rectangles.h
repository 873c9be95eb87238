// Triangles in an order in which two that make a rectangle are seen to do so.
#pragma once

#include <imgui.h>

#include <span>
#include <vector>

namespace heatwave::ui {

/// The same triangles in the same order, those of each rectangle of letters and panels from a
/// multiple of six on, and a multiple of six in all: where need be, triangles of no size lie
/// between.
void append_by_rectangles(std::span<const ImDrawIdx> triangles, std::vector<ImDrawIdx>& all);

}  // namespace heatwave::ui
