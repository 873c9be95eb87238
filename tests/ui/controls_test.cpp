// Controls show tooltips.
#include "app/ui/controls.h"

#include <algorithm>
#include <functional>
#include <string>

#include "tests/ui/without_a_screen.h"

namespace heatwave::ui {
namespace {

class Controls : public WithoutAScreen {
 protected:
  /// Returns the number of draw lists while the pointer rests on a control that this draws.
  int lists_with(const std::function<void(const Look&)>& draw) {
    Memory memory;
    const FontSet fonts;
    const Look look{theme_of(true), fonts, 1.0F, memory, nullptr, false};
    ImGui::GetIO().DeltaTime = 1.0F;  // in the next frame the pointer has rested long enough
    int lists = 0;
    for (int frame = 0; frame < 4; ++frame) {
      ImGui::GetIO().MousePos = {60, 60};
      ImGui::NewFrame();
      ImGui::SetNextWindowPos({20, 20});
      ImGui::SetNextWindowSize({200, 200});
      ImGui::Begin("panel", nullptr, ImGuiWindowFlags_NoDecoration);
      draw(look);
      ImGui::End();
      ImGui::Render();
      lists = ImGui::GetDrawData()->CmdLists.Size;
    }
    return lists;
  }
  int lists_with(const std::string& help) {
    return lists_with([&](const Look& look) {
      icon_button(look, "next", Icon::play, help, "", "", {.width = 150, .height = 150});
    });
  }
};

TEST_F(Controls, AButtonWithoutHelpHasNoTooltip) {
  const int without = lists_with("");
  EXPECT_EQ(lists_with("Goes on."), without + 1);
  EXPECT_EQ(lists_with(""), without);
}

TEST_F(Controls, TheHeadingOfAGroupHasNoTooltipThatCoversTheGroup) {
  const auto draw_heading = [](const Look& look) {
    ImGui::SetCursorScreenPos({40, 44});
    EXPECT_FALSE(fold(look, true, "Tools"));
  };
  EXPECT_EQ(lists_with(draw_heading), lists_with(""));
}

TEST_F(Controls, TheCursorOfAnEmptyFieldCoversNoLetterOfItsHint) {
  Memory memory;
  const FontSet fonts;
  const Look look{theme_of(true), fonts, 1.0F, memory, nullptr, false};
  std::string text;
  ImGui::GetStyle().Colors[ImGuiCol_TextDisabled] = {1, 0, 1, 1};
  ImGui::NewFrame();
  ImGui::SetNextWindowPos({20, 20});
  ImGui::SetNextWindowSize({200, 200});
  ImGui::Begin("panel", nullptr, ImGuiWindowFlags_NoDecoration);
  text_field(look, "##search", text, "Search", false);
  const float cursor = ImGui::GetItemRectMin().x + ImGui::GetStyle().FramePadding.x;
  float left = 1e9F;
  for (const ImDrawVert& vertex : ImGui::GetWindowDrawList()->VtxBuffer) {
    if (vertex.col == IM_COL32(255, 0, 255, 255)) left = std::min(left, vertex.pos.x);
  }
  ImGui::End();
  ImGui::Render();
  EXPECT_GT(left, cursor + 2);
  EXPECT_LT(left, cursor + 20);
}

TEST_F(Controls, AFieldThatIsTypedIntoShowsTheTextThatTheProgramSets) {
  Memory memory;
  const FontSet fonts;
  const Look look{theme_of(true), fonts, 1.0F, memory, nullptr, false};
  std::string text;
  const auto draw_frame = [&](bool with_field) {
    ImGui::NewFrame();
    ImGui::Begin("panel");
    if (with_field) text_field(look, "##search", text, "", !ImGui::IsAnyItemActive());
    ImGui::End();
    ImGui::Render();
  };
  for (int frames_without = 0; frames_without < 4; ++frames_without) {
    for (const char* letters : {"scene", "light"}) {
      text.clear();
      for (int frame = 0; frame < 3; ++frame) draw_frame(true);
      ImGui::GetIO().AddInputCharactersUTF8(letters);
      draw_frame(true);
      EXPECT_EQ(text, letters) << frames_without;
      for (int frame = 0; frame < frames_without; ++frame) draw_frame(false);
    }
  }
}

}  // namespace
}  // namespace heatwave::ui
