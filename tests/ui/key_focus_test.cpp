// Tab leaves what is typed into, however soon it comes.
#include "app/ui/key_focus.h"

#include <gtest/gtest.h>

#include <array>

#include "tests/ui/without_a_screen.h"

namespace heatwave::ui {
namespace {

class KeyFocusTest : public WithoutAScreen {
 protected:
  /// Tab, so many times, then a field to type into and a button; false once the field is left.
  bool draw(bool asks_for_typing, int tabs = 0) {
    ImGui::NewFrame();
    focus_.begin_frame();
    for (; tabs > 0; --tabs) focus_.move(1);
    if (focus_.drops_text()) ImGui::SetWindowFocus(nullptr);
    ImGui::Begin("window");
    focus_.begin_typing(ImGui::GetID("field"), Takes::text, asks_for_typing);
    ImGui::InputText("field", text_.data(), text_.size());
    focus_.stop(ImGui::GetID("field"), box_of_item(), Takes::text);
    const bool typed_into = ImGui::IsItemActive();
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
  bool on_button_ = false;
};

TEST_F(KeyFocusTest, TabLeavesAFieldInTheVeryFrameAfterItBeganToBeTypedInto) {
  draw(true);
  while (!draw(false)) {
    ASSERT_LT(ImGui::GetFrameCount(), 5) << "nothing is typed into";
  }
  EXPECT_FALSE(draw(false, 1)) << "the button has the keys, but the field takes the letters";
  EXPECT_TRUE(on_button_);
}

TEST_F(KeyFocusTest, TabLeavesAFieldThatIsAskedToBeTypedIntoUntilItIs) {
  draw(true);
  ASSERT_TRUE(draw(true));  // and is asked once more
  EXPECT_FALSE(draw(false, 1));
  EXPECT_FALSE(draw(false));
  EXPECT_TRUE(on_button_);
}

TEST_F(KeyFocusTest, TabGoesOnFromAFieldThatIsAboutToBeTypedInto) {
  draw(true);
  EXPECT_FALSE(draw(false, 1));
  EXPECT_FALSE(draw(false));
  EXPECT_TRUE(on_button_);
}

TEST_F(KeyFocusTest, TabIsNotLostInTheFrameAfterItCameToAField) {
  draw(false);
  draw(false, 1);  // to the field
  EXPECT_FALSE(draw(false, 1));
  EXPECT_TRUE(on_button_);
  EXPECT_FALSE(draw(false));
  draw(false, 1);
  EXPECT_TRUE(draw(false)) << "round again, and it is typed into";
}

}  // namespace
}  // namespace heatwave::ui
