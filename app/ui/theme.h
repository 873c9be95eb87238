// The dark and the light theme: one accent colour, the rest neutral.
#pragma once

#include <imgui.h>

#include "app/colour/colouring.h"

namespace heatwave::ui {

struct Theme {
  bool dark = true;
  ImVec4 surround;  ///< background of the field
  ImVec4 panel;     ///< background of the bars and the side panel
  ImVec4 raised;    ///< background of buttons and input fields
  ImVec4 hovered;   ///< background of buttons and input fields under the pointer
  ImVec4 line;      ///< colour of thin separators
  ImVec4 text;
  // Text, labels, accent and errors have a contrast of at least 4.5:1 to all backgrounds.
  ImVec4 dim;        ///< colour of labels
  ImVec4 accent;     ///< colour of what is chosen or acts
  ImVec4 on_accent;  ///< text on the accent colour
  ImVec4 error;
  colour::Rgb outline;  ///< colour of the outlines of sources and media
};

const Theme& theme_of(bool dark);

/// Sets Dear ImGui's colours and sizes. A `scale` of 1 gives controls 32 units high.
void apply(const Theme& theme, float scale);

inline ImU32 packed_colour(const ImVec4& colour) { return ImGui::ColorConvertFloat4ToU32(colour); }
inline ImVec4 with_alpha(ImVec4 colour, float alpha) {
  colour.w *= alpha;
  return colour;
}

}  // namespace heatwave::ui
