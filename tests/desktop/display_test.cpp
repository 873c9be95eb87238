// The field's texture in a real OpenGL context: what happens when CUDA refuses to fill it.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>

#include "app/shell/glfw_window.h"
#include "app/view/field_display.h"
#include "driver.h"
#include "kernels/core/error.h"

namespace heatwave::test {
namespace {

/// Interop that works for some copies and then fails, as when a driver takes the device away.
class FailingInterop final : public view::Interop {
 public:
  FailingInterop(int attachments, int copies) : attachments_(attachments), copies_(copies) {}

  void attach(unsigned /*texture*/) override { use_up(attachments_, "cannot be registered"); }
  void detach() override {}
  void copy(const field::DeviceFrame& /*frame*/) override { use_up(copies_, "cannot be mapped"); }

 private:
  static void use_up(int& left, const char* words) {
    if (left-- <= 0) throw core::Error(words);
  }
  int attachments_;
  int copies_;
};

class FieldDisplayTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!XServer::installed()) GTEST_SKIP() << "needs Xvfb and xdotool";
    server_.emplace();
    setenv("DISPLAY", server_->display().c_str(), 1);
    window_.emplace(core::Extent{64, 64}, "Hidden", false);
  }

  static view::InteropChoice failing_after(int attachments, int copies) {
    return {std::make_unique<FailingInterop>(attachments, copies), ""};
  }

  static constexpr field::DeviceFrame kDeviceFrame{.extent = {3, 2}};

  std::optional<XServer> server_;
  std::optional<shell::GlfwWindow> window_;
};

TEST_F(FieldDisplayTest, ARefusedRegistrationFallsBackToUploadAndKeepsTheReason) {
  view::FieldDisplay display(failing_after(0, 0));
  ASSERT_TRUE(display.takes_device_frames());
  display.show(kDeviceFrame);
  EXPECT_FALSE(display.takes_device_frames());
  EXPECT_TRUE(display.take_missed());
  EXPECT_FALSE(display.take_missed());
  EXPECT_EQ(display.path(), "upload: cannot be registered");
}

TEST_F(FieldDisplayTest, ACopyThatFailsLaterFallsBackTooAndTheFieldIsShownByUpload) {
  view::FieldDisplay display(failing_after(1, 1));
  display.show(kDeviceFrame);
  EXPECT_TRUE(display.takes_device_frames());
  EXPECT_EQ(display.path(), "CUDA–OpenGL interop");
  display.show(kDeviceFrame);
  EXPECT_FALSE(display.takes_device_frames());
  ASSERT_TRUE(display.take_missed());

  const std::array<float, 8> cells{1, 2, 3, -1, 4, 5, 6, -1};
  display.show(field::HostFrame{.cells = cells.data(), .stride = 4, .extent = {3, 2}});
  std::array<float, 6> shown{};
  glBindTexture(GL_TEXTURE_2D, display.texture());
  glGetTexImage(GL_TEXTURE_2D, 0, GL_RED, GL_FLOAT, shown.data());
  EXPECT_EQ(shown, (std::array<float, 6>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(display.path(), "upload: cannot be mapped");
}

TEST_F(FieldDisplayTest, WithoutInteropItSaysWhyNot) {
  view::FieldDisplay display({nullptr, "built without CUDA"});
  EXPECT_FALSE(display.takes_device_frames());
  EXPECT_EQ(display.path(), "upload: built without CUDA");
}

}  // namespace
}  // namespace heatwave::test
