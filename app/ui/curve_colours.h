// Eight colours for curves that lie over each other: each is told from all others by people with
// any kind of colour-blindness too, and stands out from the panel.
#pragma once

#include <imgui.h>

#include <cstddef>

namespace heatwave::ui {

inline constexpr std::size_t kCurveColours = 8;

/// Of the first, second, … curve; the ninth is like the first.
ImVec4 curve_colour(bool dark, std::size_t i);

}  // namespace heatwave::ui
