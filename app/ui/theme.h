// The dark and the light theme: one accent colour, the rest neutral.
#pragma once

#include <imgui.h>

#include "app/colour/colouring.h"

namespace heatwave::ui {

struct Theme {
  bool dark = true;
  ImVec4 surround;  ///< background of the field
  ImVec4 panel;     ///< bars and the side panel
  ImVec4 raised;    ///< buttons and input fields
  ImVec4 hovered;   ///< raised controls under the pointer
  ImVec4 line;      ///< thin separators
  ImVec4 text;
  ImVec4 dim;        ///< labels; contrast of at least 4.5:1
  ImVec4 accent;     ///< readable as text on `panel`
  ImVec4 on_accent;  ///< text on the accent colour
  ImVec4 error;
  colour::Rgb outline;  ///< sources and media in the field
};

const Theme& theme_of(bool dark);

/// Sets Dear ImGui's colours and sizes. A `scale` of 1 gives controls 32 units high.
void apply(const Theme& theme, float scale);

inline ImU32 packed(const ImVec4& colour) { return ImGui::ColorConvertFloat4ToU32(colour); }
inline ImVec4 with_alpha(ImVec4 colour, float alpha) {
  colour.w *= alpha;
  return colour;
}

}  // namespace heatwave::ui
