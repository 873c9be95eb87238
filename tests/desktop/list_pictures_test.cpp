// Panels that stay as they are, in a real OpenGL context: a picture of them looks as they do.
#include <glad/gl.h>
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>

#include "app/shell/glfw_window.h"
#include "app/shell/imgui_context.h"
#include "app/shell/opengl_facts.h"
#include "app/ui/theme.h"
#include "app/view/window_pixels.h"
#include "driver.h"

namespace heatwave::test {
namespace {

constexpr core::Extent kWindow{320, 200};
constexpr ImU32 kPurple = IM_COL32(77, 26, 128, 255);

class ListPicturesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!XServer::installed()) GTEST_SKIP() << "needs Xvfb and xdotool";
    server_.emplace();
    setenv("DISPLAY", server_->display().c_str(), 1);
    window_.emplace(kWindow, "Hidden", false);
    interface_.emplace(*window_);
  }

  /// Half transparent letters and lines, cut off at an edge, over a coloured ground.
  exporting::Image frame(const std::string& text, float x) {
    interface_->begin(ui::theme_of(true), 1.0F, 1.0F);
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    list.PushClipRect({41, 23}, {301, 160}, true);
    for (int row = 0; row < 8; ++row) {
      const float y = 10.3F + 19.7F * static_cast<float>(row);
      list.AddText({x, y}, IM_COL32(255, 200, 90, 140), text.c_str());
      list.AddLine({x, y}, {x + 160, y + 17}, IM_COL32(90, 200, 255, 200), 1.5F);
    }
    list.PopClipRect();
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    const ImVec4 purple = ImGui::ColorConvertU32ToFloat4(kPurple);
    glClearColor(purple.x, purple.y, purple.z, purple.w);
    glClear(GL_COLOR_BUFFER_BIT);
    interface_->render({}, ground_);
    return view::window_pixels(kWindow);
  }

  /// The largest of all differences of a colour.
  static int difference(const exporting::Image& a, const exporting::Image& b) {
    int most = 0;
    for (std::size_t i = 0; i < a.rgb.size(); ++i) {
      most = std::max(most, std::abs(int{a.rgb[i]} - int{b.rgb[i]}));
    }
    return most;
  }

  std::optional<XServer> server_;
  std::optional<shell::GlfwWindow> window_;
  std::optional<shell::ImGuiContextOwner> interface_;
  std::optional<shell::Ground> ground_;  ///< that the interface is told of
};

TEST_F(ListPicturesTest, WhatStaysLooksAsItDidAtFirst) {
  for (const float x : {50.0F, 47.6F, 12.0F}) {
    const exporting::Image first = frame("steady 1 234", x);
    EXPECT_GT(difference(first, frame("", x)), 60);
    (void)frame("steady 1 234", x);
    for (int i = 0; i < 3; ++i) EXPECT_LE(difference(first, frame("steady 1 234", x)), 2);
  }
}

TEST_F(ListPicturesTest, OverAKnownGroundItIsOneWithIt) {
  if (!shell::is_software_drawn()) GTEST_SKIP() << "OpenGL in hardware draws lists themselves";
  ground_ = shell::Ground{kPurple, {}};
  const exporting::Image first = frame("steady 1 234", 50);
  for (int i = 0; i < 4; ++i) EXPECT_LE(difference(first, frame("steady 1 234", 50)), 1);
  // A ground that is not there is seen, so it was over this one that the picture was made.
  ground_->colour = IM_COL32(230, 26, 128, 255);
  EXPECT_GT(difference(first, frame("steady 1 234", 50)), 100);
  // Where something else lies below a part of it, it goes over that.
  ground_->other = {100, 50, 120, 60};
  EXPECT_LE(difference(first, frame("steady 1 234", 50)), 2);
  ground_->other = {310, 170, 320, 200};
  EXPECT_GT(difference(first, frame("steady 1 234", 50)), 100);
}

TEST_F(ListPicturesTest, WhatChangesIsSeenAtOnce) {
  const exporting::Image other = frame("another", 50);
  for (int i = 0; i < 4; ++i) (void)frame("steady", 50);
  EXPECT_EQ(difference(other, frame("another", 50)), 0);
}

}  // namespace
}  // namespace heatwave::test
