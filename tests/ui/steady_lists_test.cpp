// Which lists are shown as pictures.
#include "app/ui/steady_lists.h"

#include <array>
#include <cmath>
#include <cstring>
#include <string>

#include "tests/ui/without_a_screen.h"

namespace heatwave::ui {
namespace {

class SteadyListsTest : public WithoutAScreen {
 protected:
  std::optional<SteadyLists::Picture> frame(const std::string& text, bool with_picture = false) {
    ImGui::NewFrame();
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    list.AddText({20.5F, 30.25F}, IM_COL32_WHITE, text.c_str());
    if (with_picture) {
      ImTextureID other{};
      std::memset(&other, 1, sizeof(other));
      list.AddImage(other, {0, 0}, {9, 9});
    }
    ImGui::Render();
    return lists_.picture_of(list, letters_, scale_);
  }

  SteadyLists lists_;
  ImTextureID letters_{};
  ImVec2 scale_{1, 1};
};

TEST_F(SteadyListsTest, AListThatStaysIsAPictureUntilItChanges) {
  EXPECT_FALSE(frame("1 234"));
  const auto first = frame("1 234");
  ASSERT_TRUE(first);
  EXPECT_TRUE(first->is_new);
  const auto next = frame("1 234");
  ASSERT_TRUE(next);
  EXPECT_FALSE(next->is_new);
  EXPECT_FALSE(frame("1 235"));
  EXPECT_TRUE(frame("1 235")->is_new);
}

TEST_F(SteadyListsTest, ThePictureIsAsLargeAsWhatIsSeenInPixels) {
  (void)frame("XX");
  const Box at_one = frame("XX")->pixels;
  EXPECT_GE(at_one.left, 20);
  EXPECT_LT(at_one.right, 40);
  EXPECT_GE(at_one.top, 30);
  EXPECT_LT(at_one.bottom, 46);
  EXPECT_EQ(at_one.left, std::floor(at_one.left));
  scale_ = {2, 2};
  EXPECT_FALSE(frame("XX")) << "of another number of pixels";
  const Box at_two = frame("XX")->pixels;
  EXPECT_NEAR(at_two.left, 2 * at_one.left, 2);
  EXPECT_NEAR(at_two.bottom, 2 * at_one.bottom, 2);
}

TEST_F(SteadyListsTest, WhatShowsAPictureOrFewTrianglesIsNone) {
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(frame("1 234", true));
  for (int i = 0; i < 3; ++i) {
    ImGui::NewFrame();
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    list.AddRectFilled({0, 0}, {600, 400}, IM_COL32_WHITE);
    ImGui::Render();
    EXPECT_FALSE(lists_.picture_of(list, letters_, scale_));
  }
}

TEST_F(SteadyListsTest, AListThatIsNoMoreIsForgotten) {
  (void)frame("1 234");
  (void)frame("1 234");
  lists_.forget_others(std::array<const ImDrawList*, 1>{ImGui::GetForegroundDrawList()});
  EXPECT_TRUE(frame("1 234"));
  lists_.forget_others({});
  EXPECT_FALSE(frame("1 234"));
}

}  // namespace
}  // namespace heatwave::ui
