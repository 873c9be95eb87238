// Controls explain themselves.
#include "app/ui/controls.h"

#include <string>

#include "tests/ui/without_a_screen.h"

namespace heatwave::ui {
namespace {

class Controls : public WithoutAScreen {
 protected:
  /// How many lists are drawn while the pointer rests on a button with this help.
  int lists_with(const std::string& help) {
    Memory memory;
    const FontSet fonts;
    const Look look{theme_of(true), fonts, 1.0F, memory, nullptr, false};
    ImGui::GetIO().DeltaTime = 1.0F;  // the pointer has rested long enough in the next frame
    int lists = 0;
    for (int frame = 0; frame < 4; ++frame) {
      ImGui::GetIO().MousePos = {60, 60};
      ImGui::NewFrame();
      ImGui::SetNextWindowPos({20, 20});
      ImGui::SetNextWindowSize({200, 200});
      ImGui::Begin("panel", nullptr, ImGuiWindowFlags_NoDecoration);
      icon_button(look, "next", Icon::play, help, "", "", {.width = 150, .height = 150});
      ImGui::End();
      ImGui::Render();
      lists = ImGui::GetDrawData()->CmdLists.Size;
    }
    return lists;
  }
};

TEST_F(Controls, AButtonWithoutHelpHasNoTooltip) {
  const int without = lists_with("");
  EXPECT_EQ(lists_with("Goes on."), without + 1);
  EXPECT_EQ(lists_with(""), without);
}

}  // namespace
}  // namespace heatwave::ui
