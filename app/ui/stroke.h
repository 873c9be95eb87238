// Lines through points: of any length, simplified, dashed.
#pragma once

#include <imgui.h>

#include <span>
#include <vector>

namespace heatwave::ui {

/// As ImDrawList::AddPolyline draws it, but a line of any length: Dear ImGui's indices reach only
/// so many points at once.
void stroke(ImDrawList& list, std::span<const ImVec2> points, ImU32 colour, float width,
            bool closed = false);

/// The same line by fewer points: none that was left out lies farther than this from it.
void simplify(std::vector<ImVec2>& points, float tolerance);

/// Every second stretch of a line that runs to the right, each so wide: dashes that stand still
/// while the line goes up and down, and leave gaps however close its points are.
std::vector<std::vector<ImVec2>> dashes(std::span<const ImVec2> points, float wide);

}  // namespace heatwave::ui
