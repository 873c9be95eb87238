// The two looks of the window: one accent colour, the rest neutral.
#pragma once

#include <imgui.h>

#include "app/colour/colouring.h"

namespace heatwave::ui {

struct Theme {
  bool dark = true;
  ImVec4 surround;  ///< behind the field
  ImVec4 panel;     ///< bars and the side panel
  ImVec4 raised;    ///< buttons, fields to write in
  ImVec4 hovered;   ///< the same under the pointer
  ImVec4 line;      ///< thin separators
  ImVec4 text;
  ImVec4 dim;        ///< labels; still at least 4.5:1
  ImVec4 accent;     ///< readable as text on `panel`
  ImVec4 on_accent;  ///< text on accent
  ImVec4 error;
  colour::Rgb outline;  ///< sources and media in the field
};

const Theme& theme_of(bool dark);

/// Sets Dear ImGui's colours and sizes. `scale` 1 gives controls 32 units high.
void apply(const Theme& theme, float scale);

inline ImU32 packed(const ImVec4& colour) { return ImGui::ColorConvertFloat4ToU32(colour); }
inline ImVec4 with_alpha(ImVec4 colour, float alpha) {
  colour.w *= alpha;
  return colour;
}

}  // namespace heatwave::ui
