// Every control gets a size that can be drawn, whatever was worked out for it.
#include "app/ui/sized.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/ui/without_a_screen.h"

namespace heatwave::ui {
namespace {

constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
constexpr float kEndless = std::numeric_limits<float>::infinity();

class SizedTest : public WithoutAScreen {
 protected:
  SizedTest() {
    ImGui::NewFrame();
    set_next_window_size({kNone, 0});
    ImGui::Begin("window");
  }
  ~SizedTest() override {
    ImGui::End();
    ImGui::Render();
  }

  static void expect_drawn() {
    const ImVec2 size = ImGui::GetItemRectSize();
    EXPECT_GE(size.x, 1.0F);
    EXPECT_GE(size.y, 1.0F);
    EXPECT_TRUE(std::isfinite(size.x) && std::isfinite(size.y));
  }
};

TEST_F(SizedTest, ASideThatCannotBeDrawnBecomesOneUnit) {
  for (const float side : {0.0F, -0.0F, -5.0F, kNone, -kEndless, 1e-30F}) {
    EXPECT_EQ(drawable(side), 1.0F) << side;
  }
  EXPECT_EQ(drawable(17.5F), 17.5F);
  EXPECT_TRUE(std::isfinite(drawable(kEndless)));
}

TEST_F(SizedTest, ControlsWithoutASizeAreDrawnAllTheSame) {
  for (const float side : {0.0F, -3.0F, kNone}) {
    ImGui::PushID(static_cast<int>(side));
    press_area("area", {side, 20});
    expect_drawn();
    press_area("flat", {20, side});
    expect_drawn();
    plain_button("button", side);
    expect_drawn();
    list_row("row", false, {side, side});
    expect_drawn();
    begin_part("part", {side, side});
    ImGui::EndChild();
    expect_drawn();
    begin_strip("strip", side);
    ImGui::EndChild();
    expect_drawn();
    set_next_width(side);
    float value = 0;
    ImGui::SliderFloat("slider", &value, 0, 1);
    expect_drawn();
    ImGui::PopID();
  }
}

TEST_F(SizedTest, SpaceMayBeNothingButNeverGoesBack) {
  const float before = ImGui::GetCursorPosY();
  space({kNone, -100});
  EXPECT_GE(ImGui::GetCursorPosY(), before);
}

TEST_F(SizedTest, AWindowsLimitsNeverCross) {
  set_next_window_limits({0, 300}, {kNone, -20});
  ImGui::Begin("limited");
  EXPECT_GE(ImGui::GetWindowSize().y, 300.0F);
  ImGui::End();
}

}  // namespace
}  // namespace heatwave::ui
