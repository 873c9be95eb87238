// The field's texture in a real OpenGL context: what happens when CUDA refuses to fill it.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "app/shell/glfw_window.h"
#include "app/view/field_display.h"
#include "app/view/field_painter.h"
#include "app/view/window_pixels.h"
#include "driver.h"
#include "kernels/core/error.h"
#include "kernels/field/cells.h"

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

/// The window clears all around these pixels, and none of them.
TEST_F(FieldDisplayTest, TheFieldIsPaintedOverThePixelsSaidAndOverNoOthers) {
  constexpr core::Extent kCells{3, 2};
  constexpr core::Extent kPixels{64, 64};
  constexpr float kNone = std::numeric_limits<float>::infinity();
  const std::array<float, 6> cells{0, 0.5F, 1, std::nanf(""), -2, 3};
  const std::array<std::uint8_t, 6> flags{0, field::kHeld, 0, 0, field::kWall, 0};
  view::FieldDisplay display({nullptr, ""});
  display.show(field::HostFrame{.cells = cells.data(), .stride = 3, .extent = kCells});
  view::FieldPainter painter;
  painter.take_flags(flags, kCells, 1);
  const colour::ColourScale scale{.map = &colour::colour_maps().front()};
  const view::Colouring colouring{display, scale, {-kNone, kNone}, {}, {}};
  for (const double zoom : {1.0, 1.37, 40.0}) {
    view::FieldMapping mapping;
    mapping.place({5.3F, 7.4F, 58.6F, 51.5F}, kCells);
    mapping.zoom_about(20, 30, zoom);
    glViewport(0, 0, kPixels.width, kPixels.height);
    glClearColor(1, 0, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    painter.draw(colouring, mapping, kPixels, 1.0);
    const exporting::Image seen = view::window_pixels(kPixels);
    const core::Rect painted = view::painted_pixels(mapping, 1.0);
    EXPECT_FALSE(painted.empty());
    for (int y = 0; y < kPixels.height; ++y) {
      for (int x = 0; x < kPixels.width; ++x) {
        const std::size_t at = 3 * core::whole(kPixels).index(x, y);
        const std::array rgb{seen.rgb[at], seen.rgb[at + 1], seen.rgb[at + 2]};
        const bool is_clear = rgb == std::array<std::uint8_t, 3>{255, 0, 255};
        ASSERT_EQ(is_clear, !painted.contains({x, y})) << x << ", " << y << " at " << zoom;
      }
    }
  }
}

}  // namespace
}  // namespace heatwave::test
