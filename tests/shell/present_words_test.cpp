// Tests the words over a presented room without a window: a shown key can be read until it goes.
#include "app/shell/presenter/present_words.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include "tests/shell/bare_shell.h"
#include "tests/ui/without_a_screen.h"

namespace heatwave::shell {
namespace {

class PresentWords : public ui::WithoutAScreen, protected BareShell {
 protected:
  PresentWords() { ImGui::GetIO().DeltaTime = 0.1F; }

  /// Draws the keys in one frame, a tenth of a second after the frame before. Returns the least
  /// opacity of what is drawn, 0 to 255; −1: nothing is.
  int draw_keys() {
    ImGui::NewFrame();
    ImFont* font = ImGui::GetFont();
    const ui::FontSet fonts{.body = font, .strong = font, .mono = font, .size = 16};
    ShellView shell = view_of_shell(fonts, 1.0F);
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    const int before = list.VtxBuffer.Size;
    draw_keys_pressed(shell, model_, list, {0, 400, 640, 480});
    int least = -1;
    for (int i = before; i < list.VtxBuffer.Size; ++i) {
      const int opacity = static_cast<int>(list.VtxBuffer[i].col >> IM_COL32_A_SHIFT);
      // The outermost vertices of a smooth edge are transparent.
      if (opacity > 0 && (least < 0 || opacity < least)) least = opacity;
    }
    ImGui::Render();
    return least;
  }

  PresentModel model_;
};

TEST_F(PresentWords, AKeyIsReadableUntilItGoes) {
  (void)draw_keys();
  model_.note_key("Home", "to the start", ImGui::GetTime());
  int frames = 0;
  for (int opacity = draw_keys(); opacity >= 0 && frames < 100; opacity = draw_keys(), ++frames) {
    EXPECT_EQ(opacity, 255) << frames;
  }
  EXPECT_GT(frames, 25) << "it is shown for three seconds";
  EXPECT_LT(frames, 35);
}

}  // namespace
}  // namespace heatwave::shell
