// Draws an icon so that its shape, not its letter's cell, stands in the middle.
#include "app/ui/icons.h"

#include <cmath>

namespace heatwave::ui {

void draw_icon(ImDrawList& list, Icon icon, ImVec2 centre, float side, ImU32 colour) {
  constexpr float kPart = 0.8F;  // of the side: the wider icons are wider than a letter's size
  const float size = std::round(kPart * side);
  ImFont& font = *ImGui::GetIO().Fonts->Fonts[0];  // which the icons were merged into
  const auto letter = static_cast<ImWchar>(icon);
  const ImFontGlyph& glyph = *font.GetFontBaked(size)->FindGlyph(letter);
  const ImVec2 at{std::round(centre.x - (glyph.X0 + glyph.X1) / 2),
                  std::round(centre.y - (glyph.Y0 + glyph.Y1) / 2)};
  font.RenderChar(&list, size, at, colour, letter);
}

}  // namespace heatwave::ui
