// Tests the theme in Dear ImGui's own controls.
#include "app/ui/theme.h"

#include <algorithm>
#include <string>

#include "tests/ui/without_a_screen.h"

namespace heatwave::ui {
namespace {

class ThemeOfControls : public WithoutAScreen {
 protected:
  /// Returns whether an empty field that has the keys draws anything in the colour of text.
  bool has_caret(const Theme& theme) {
    apply(theme, 1.0F);
    ImGui::GetStyle().FontSizeBase = 13;
    char text[8] = "";
    for (int frame = 0; frame < 3; ++frame) {
      ImGui::NewFrame();
      ImGui::Begin("panel", nullptr, ImGuiWindowFlags_NoDecoration);
      if (frame == 0) ImGui::SetKeyboardFocusHere();
      ImGui::InputText("##field", text, sizeof text);
      ImGui::End();
      ImGui::Render();
    }
    const auto& lists = ImGui::GetDrawData()->CmdLists;
    return std::any_of(lists.begin(), lists.end(), [&](const ImDrawList* list) {
      return std::any_of(
          list->VtxBuffer.begin(), list->VtxBuffer.end(),
          [&](const ImDrawVert& each) { return each.col == packed_colour(theme.text); });
    });
  }
};

TEST_F(ThemeOfControls, TheCaretCanBeSeenInBothThemes) {
  EXPECT_TRUE(has_caret(theme_of(true)));
  EXPECT_TRUE(has_caret(theme_of(false)));
}

}  // namespace
}  // namespace heatwave::ui
