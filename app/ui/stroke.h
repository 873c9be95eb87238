// Polylines of any length: drawn, simplified, dashed.
#pragma once

#include <imgui.h>

#include <span>
#include <vector>

namespace heatwave::ui {

/// Draws a polyline of any length; ImDrawList::AddPolyline is limited by the range of Dear ImGui's
/// indices.
void stroke(ImDrawList& list, std::span<const ImVec2> points, ImU32 colour, float width,
            bool closed = false);

/// Removes points; each removed point lies within `tolerance` of the remaining line.
void simplify(std::vector<ImVec2>& points, float tolerance);

/// Splits a line that runs to the right into dashes of equal width in x. The dashes stand still
/// while the line moves up and down, however close its points are.
std::vector<std::vector<ImVec2>> dashes(std::span<const ImVec2> points, float wide);

}  // namespace heatwave::ui
