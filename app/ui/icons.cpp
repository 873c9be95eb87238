// Centres the shape of an icon instead of its glyph cell.
#include "app/ui/icons.h"

#include <cmath>

namespace heatwave::ui {

void draw_icon(ImDrawList& list, Icon icon, ImVec2 centre, float side, ImU32 colour) {
  constexpr float kPart = 0.8F;  // fraction of the side, because wide icons exceed the font size
  const float size = std::round(kPart * side);
  ImFont& font = *ImGui::GetIO().Fonts->Fonts[0];  // the font that contains the icons
  const auto letter = static_cast<ImWchar>(icon);
  const ImFontGlyph& glyph = *font.GetFontBaked(size)->FindGlyph(letter);
  const ImVec2 at{std::round(centre.x - (glyph.X0 + glyph.X1) / 2),
                  std::round(centre.y - (glyph.Y0 + glyph.Y1) / 2)};
  font.RenderChar(&list, size, at, colour, letter);
}

}  // namespace heatwave::ui
