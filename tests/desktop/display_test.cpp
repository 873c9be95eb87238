// The field's texture in a real OpenGL context: what happens when CUDA refuses to fill it.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "app/shell/glfw_window.h"
#include "app/shell/opengl_facts.h"
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
  const std::array<float, 6> cells{0, 0.5F, 1, std::nanf(""), -2, 3};
  const std::array<std::uint8_t, 6> flags{0, field::kHeld, 0, 0, field::kWall, 0};
  view::FieldDisplay display({nullptr, ""});
  display.show(field::HostFrame{.cells = cells.data(), .stride = 3, .extent = kCells});
  view::FieldPainter painter(nullptr);
  painter.take_flags(flags, kCells, 1);
  const colour::ColourScale scale{.map = &colour::colour_maps().front()};
  const view::Colouring colouring{display, {}, scale, {}, {}};
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

/// A picture to draw into, larger than the window.
class Canvas {
 public:
  Canvas() {
    view::bind_texture(0, pixels_.name());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, kExtent.width, kExtent.height, 0, GL_RGBA,
                 GL_UNSIGNED_BYTE, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    glBindFramebuffer(GL_FRAMEBUFFER, target_.name());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, pixels_.name(), 0);
  }
  [[nodiscard]] static std::vector<std::uint32_t> drawn(view::FieldPainter& painter,
                                                        const view::Colouring& colouring,
                                                        const view::FieldMapping& mapping) {
    glViewport(0, 0, kExtent.width, kExtent.height);
    glClearColor(1, 0, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    painter.draw(colouring, mapping, kExtent, 1.0);
    std::vector<std::uint32_t> seen(static_cast<std::size_t>(kExtent.cells()));
    glReadPixels(0, 0, kExtent.width, kExtent.height, GL_RGBA, GL_UNSIGNED_BYTE, seen.data());
    return seen;
  }
  static constexpr core::Extent kExtent{217, 161};

 private:
  view::GlTexture pixels_;
  view::GlFramebuffer target_;
};

/// Hills that go beyond the colours' range, some of which are no numbers.
std::vector<float> hilly(core::Extent extent) {
  std::vector<float> cells;
  for (int y = 0; y < extent.height; ++y) {
    for (int x = 0; x < extent.width; ++x) {
      const double hill = std::sin(0.21 * x) * std::cos(0.13 * y);
      cells.push_back(x % 19 == 4 && y % 7 == 2 ? std::nanf("") : static_cast<float>(0.8 * hill));
    }
  }
  return cells;
}

/// A wall, media, sources; one quarter has none of them.
std::vector<std::uint8_t> scattered(core::Extent extent) {
  std::vector<std::uint8_t> flags(static_cast<std::size_t>(extent.cells()));
  for (int y = 0; y < extent.height; ++y) {
    for (int x = 0; x < extent.width; ++x) {
      if (2 * x > extent.width && 2 * y > extent.height) continue;
      std::uint8_t& flag = flags[core::whole(extent).index(x, y)];
      if (x % 11 == 3) flag = field::kWall;
      if (x % 23 > 15 && y % 13 > 4) flag = field::kMedium;
      if (x % 31 > 26 && y % 9 > 5) flag = field::kHeld;
    }
  }
  return flags;
}

/// Of the bytes of two pixels.
int furthest_apart(std::uint32_t a, std::uint32_t b) {
  int most = 0;
  for (const int shift : {0, 8, 16, 24}) {
    const int apart = static_cast<int>(a >> shift & 255U) - static_cast<int>(b >> shift & 255U);
    most = std::max(most, std::abs(apart));
  }
  return most;
}

TEST_F(FieldDisplayTest, TheProcessorMakesTheSamePictureAsTheShader) {
  const Canvas canvas;
  // It does so in the place of OpenGL in software; a GPU rounds mixed colours in its own way.
  const int may_differ = shell::is_software_drawn() ? 0 : 1;
  view::FieldPainter by_shader(nullptr);
  core::ThreadTeam painters(2);
  view::FieldPainter by_processor(&painters);
  std::uint64_t version = 0;
  for (const core::Extent extent : {core::Extent{47, 29}, core::Extent{517, 380}}) {
    const std::vector<float> cells = hilly(extent);
    const std::vector<std::uint8_t> flags = scattered(extent);
    const field::HostFrame frame{cells.data(), static_cast<std::size_t>(extent.width), extent};
    view::FieldDisplay display({nullptr, ""});
    display.show(frame);
    ++version;
    by_shader.take_flags(flags, extent, version);
    by_processor.take_flags(flags, extent, version);
    for (const double zoom : {1.0, 1.37, 2.5, 30.0}) {
      for (const int bands : {0, 13}) {
        view::FieldMapping mapping;
        mapping.place({5.3F, 7.4F, 203.6F, 151.5F}, extent);
        mapping.zoom_about(20, 30, zoom);
        const colour::ColourScale scale{.map = &colour::colour_maps()[bands == 0 ? 0 : 3],
                                        .bands = bands,
                                        .low = -0.3F,
                                        .high = 0.5F};
        const view::Colouring colouring{display,
                                        [&](field::DisplayTarget& target) { target.show(frame); },
                                        scale,
                                        {9, 200, 77},
                                        {version, version}};
        const std::vector<std::uint32_t> wanted = Canvas::drawn(by_shader, colouring, mapping);
        const std::vector<std::uint32_t> made = Canvas::drawn(by_processor, colouring, mapping);
        int others = 0;
        for (std::size_t i = 0; i < wanted.size(); ++i) {
          if (furthest_apart(wanted[i], made[i]) > may_differ && others++ < 5) {
            ADD_FAILURE() << i % Canvas::kExtent.width << ", " << i / Canvas::kExtent.width
                          << std::hex << ": " << made[i] << " for " << wanted[i];
          }
        }
        EXPECT_EQ(others, 0) << extent.width << " cells, " << zoom << ", " << bands;
      }
    }
  }
}

/// Where nothing has changed it is only shown again.
TEST_F(FieldDisplayTest, TheProcessorMakesAPictureAgainOnlyWhereSomethingHasChanged) {
  const Canvas canvas;
  constexpr core::Extent kCells{4, 3};
  const std::vector<float> cells = hilly(kCells);
  const std::vector<std::uint8_t> flags(12);
  view::FieldDisplay display({nullptr, ""});
  core::ThreadTeam painters(1);
  view::FieldPainter painter(&painters);
  painter.take_flags(flags, kCells, 1);
  view::FieldMapping mapping;
  mapping.place({0, 0, 120, 90}, kCells);
  colour::ColourScale scale{.map = &colour::colour_maps().front()};
  std::uint64_t version = 1;
  int asked = 0;
  const auto draw = [&] {
    const view::Colouring colouring{display,
                                    [&](field::DisplayTarget& target) {
                                      ++asked;
                                      target.show(field::HostFrame{cells.data(), 4, kCells});
                                    },
                                    scale,
                                    {},
                                    {version, 1}};
    const auto first = Canvas::drawn(painter, colouring, mapping);
    EXPECT_EQ(first, Canvas::drawn(painter, colouring, mapping));
  };
  draw();
  EXPECT_EQ(asked, 1);
  scale.high = 2.0F;
  draw();
  EXPECT_EQ(asked, 2);
  ++version;
  draw();
  EXPECT_EQ(asked, 3);
  mapping.zoom_about(30, 30, 2.0);
  draw();
  EXPECT_EQ(asked, 4);
}

}  // namespace
}  // namespace heatwave::test
