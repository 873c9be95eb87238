// Eight colours for overlapping curves. People with any kind of colour-blindness can tell them
// apart too, and all stand out from the panel.
#pragma once

#include <imgui.h>

#include <cstddef>

namespace heatwave::ui {

inline constexpr std::size_t kCurveColours = 8;

/// Returns the colour of the i-th curve, counted from 0; colours repeat after eight.
ImVec4 curve_colour(bool dark, std::size_t i);

}  // namespace heatwave::ui
