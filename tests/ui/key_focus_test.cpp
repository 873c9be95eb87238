// Tab leaves what is typed into, however soon it comes.
#include "app/ui/key_focus.h"

#include <gtest/gtest.h>

#include <array>

#include "tests/ui/without_a_screen.h"

namespace heatwave::ui {
namespace {

class KeyFocusTest : public WithoutAScreen {
 protected:
  /// A field to type into and a button; false once the field is left.
  bool draw(bool asks_for_typing) {
    ImGui::NewFrame();
    focus_.begin_frame();
    if (tabs_) focus_.move(1);
    if (focus_.drops_text()) ImGui::SetWindowFocus(nullptr);
    ImGui::Begin("window");
    if (asks_for_typing) ImGui::SetKeyboardFocusHere();
    ImGui::InputText("field", text_.data(), text_.size());
    const bool typed_into = ImGui::IsItemActive();
    focus_.stop(ImGui::GetID("field"), box_of_item(), Takes::text);
    ImGui::Button("button");
    focus_.stop(ImGui::GetID("button"), box_of_item(), Takes::press);
    on_button_ = focus_.is_on(box_of_item());
    ImGui::End();
    ImGui::Render();
    return typed_into;
  }

  static Box box_of_item() {
    const ImVec2 from = ImGui::GetItemRectMin();
    const ImVec2 size = ImGui::GetItemRectSize();
    return Box::at(from.x, from.y, size.x, size.y);
  }

  KeyFocus focus_;
  std::array<char, 16> text_{};
  bool tabs_ = false;
  bool on_button_ = false;
};

TEST_F(KeyFocusTest, TabLeavesAFieldInTheVeryFrameAfterItBeganToBeTypedInto) {
  draw(true);
  while (!draw(false)) {
    ASSERT_LT(ImGui::GetFrameCount(), 5) << "nothing is typed into";
  }
  tabs_ = true;
  EXPECT_FALSE(draw(false)) << "the button has the keys, but the field takes the letters";
  EXPECT_TRUE(on_button_);
}

}  // namespace
}  // namespace heatwave::ui
