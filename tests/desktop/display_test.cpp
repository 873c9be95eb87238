// Tests the field in a real OpenGL context: its texture when CUDA interop fails, and its pixels.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <optional>
#include <vector>

#include "app/lines/interpolation.h"
#include "app/shell/window/glfw_window.h"
#include "app/view/field_display.h"
#include "app/view/field_painter.h"
#include "app/view/window_copy.h"
#include "driver.h"
#include "kernels/core/error.h"
#include "kernels/field/cells.h"

namespace heatwave::test {
namespace {

/// An interop that works for several copies and then fails, as when a driver loses the device.
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

/// The window clears the pixels around these, but not these.
TEST_F(FieldDisplayTest, TheFieldIsPaintedOverThePixelsSaidAndOverNoOthers) {
  constexpr core::Extent kCells{3, 2};
  constexpr core::Extent kPixels{64, 64};
  const std::array<float, 6> cells{0, 0.5F, 1, std::nanf(""), -2, 3};
  const std::array<std::uint8_t, 6> flags{0, field::kHeld, 0, 0, field::kWall, 0};
  view::FieldDisplay display({nullptr, ""});
  display.show(field::HostFrame{.cells = cells.data(), .stride = 3, .extent = kCells});
  view::FieldPainter painter;
  painter.take_flags(flags, kCells, 1);
  const colour::ColourScale scale{.map = &colour::colour_maps().front()};
  const view::Colouring colouring{display, scale, {}, {}};
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

/// Returns hills beyond the colour range; some cells are not a number.
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

/// Returns flags for a wall, media and sources; one quarter has none.
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

/// Returns the colour of a pixel, with y upwards: a second implementation of the shader's rules.
class ExpectedPixels {
 public:
  ExpectedPixels(const std::vector<float>& cells, const std::vector<std::uint8_t>& flags,
                 core::Extent grid, const colour::ColourScale& scale, colour::Rgb outline,
                 bool smooth = false, bool relief = false)
      : cells_(cells),
        flags_(flags),
        grid_(grid),
        scale_(scale),
        outline_(outline),
        smooth_(smooth),
        relief_(relief) {
    marks_.update(flags, grid, 1);
  }

  void place(const view::FieldMapping& mapping, core::Extent window) {
    const core::Point corner = mapping.to_window({0, 0});
    left_ = static_cast<float>(corner.x);
    top_ = static_cast<float>(window.height - corner.y);
    step_ = static_cast<float>(1.0 / mapping.scale());
  }

  [[nodiscard]] colour::Rgb at(int x, int y) const {
    const float across = (static_cast<float>(x) + 0.5F - left_) * step_;
    const float down = (top_ - static_cast<float>(y) - 0.5F) * step_;
    const int column = std::clamp(static_cast<int>(std::floor(across)), 0, grid_.width - 1);
    const int row = std::clamp(static_cast<int>(std::floor(down)), 0, grid_.height - 1);
    const std::uint8_t mark = *marks_.at(column, row);
    if ((mark & view::kMarkWall) != 0) return colour::kWallColour;
    const colour::Rgb plain = colour_at({across, down});
    const bool border =
        step_ > 1.0F ? column > 0 && row > 0 &&
                           (ends_before(mark, std::floor(across + step_), std::floor(down)) ||
                            ends_before(mark, std::floor(across), std::floor(down + step_)))
                     : is_near_rim(mark, across - static_cast<float>(column),
                                   down - static_cast<float>(row));
    if (border) return mixed(plain, 3.0 / 5.0);
    const bool stripe = (mark & view::kMarkMedium) != 0 && (x + y + 1) % 12 < 3;
    return stripe ? mixed(plain, 2.0 / 9.0) : plain;
  }

 private:
  [[nodiscard]] colour::Rgb colour_at(core::Point place) const {
    const colour::Rgb colour = scale_.colour(value_at(place));
    if (!relief_) return colour;
    const auto at = [&](double right, double down) {
      return value_between({grid_, cells_, flags_, field::kWall}, {place.x + right, place.y + down},
                           lines::Interpolation::linear);
    };
    const float steepness = colour::steepness_of(grid_, scale_) / 2;
    return colour::lit(colour, steepness * (at(1, 0) - at(-1, 0)),
                       steepness * (at(0, 1) - at(0, -1)));
  }
  [[nodiscard]] float value_at(core::Point place) const {
    const auto interpolation =
        smooth_ ? lines::interpolation_for(1.0 / step_) : lines::Interpolation::none;
    return value_between({grid_, cells_, flags_, field::kWall}, place, interpolation);
  }
  /// When cells are smaller than pixels: whether a medium or a source ends before that cell.
  [[nodiscard]] bool ends_before(std::uint8_t mark, float column, float row) const {
    const core::Cell there{static_cast<int>(column), static_cast<int>(row)};
    const core::Rect inside{1, 1, grid_.width - 1, grid_.height - 1};
    if (!inside.contains(there)) return false;
    return ((*marks_.at(there.x, there.y) ^ mark) & (view::kMarkMedium | view::kMarkHeld)) != 0;
  }
  [[nodiscard]] bool is_near_rim(std::uint8_t mark, float across, float down) const {
    const float reach = 1.5F * step_;
    return ((mark & view::kMarkWest) != 0 && across < reach) ||
           ((mark & view::kMarkEast) != 0 && 1.0F - across < reach) ||
           ((mark & view::kMarkNorth) != 0 && down < reach) ||
           ((mark & view::kMarkSouth) != 0 && 1.0F - down < reach) ||
           ((mark & view::kMarkRim) != 0 && step_ > 0.5F);
  }
  [[nodiscard]] colour::Rgb mixed(colour::Rgb plain, double part) const {
    const auto byte = [part](std::uint8_t a, std::uint8_t b) {
      return static_cast<std::uint8_t>(std::lround(a + (b - a) * part));
    };
    return {byte(plain.r, outline_.r), byte(plain.g, outline_.g), byte(plain.b, outline_.b)};
  }

  const std::vector<float>& cells_;
  const std::vector<std::uint8_t>& flags_;
  core::Extent grid_;
  const colour::ColourScale& scale_;
  colour::Rgb outline_;
  bool smooth_;
  bool relief_;
  view::CellMarks marks_;
  float left_ = 0.0F;
  float top_ = 0.0F;
  float step_ = 1.0F;  ///< cells per pixel
};

/// Returns the largest difference between the bytes of a pixel and a colour.
int furthest_apart(std::uint32_t pixel, colour::Rgb wanted) {
  const auto apart = [pixel](int shift, std::uint8_t byte) {
    return std::abs(static_cast<int>(pixel >> shift & 255U) - static_cast<int>(byte));
  };
  return std::max({apart(0, wanted.r), apart(8, wanted.g), apart(16, wanted.b)});
}

TEST_F(FieldDisplayTest, EachPixelHasTheColourOfItsCellAndOfItsMarks) {
  const Canvas canvas;
  view::FieldPainter painter;
  std::uint64_t version = 0;
  for (const core::Extent extent : {core::Extent{47, 29}, core::Extent{517, 380}}) {
    const std::vector<float> cells = hilly(extent);
    const std::vector<std::uint8_t> flags = scattered(extent);
    view::FieldDisplay display({nullptr, ""});
    display.show(field::HostFrame{cells.data(), static_cast<std::size_t>(extent.width), extent});
    painter.take_flags(flags, extent, ++version);
    for (const auto& [bands, kind] : {std::pair{0, colour::ScaleKind::linear},
                                      {13, colour::ScaleKind::linear},
                                      {0, colour::ScaleKind::softened},
                                      {13, colour::ScaleKind::softened}}) {
      const colour::ColourScale scale{.map = &colour::colour_maps()[bands == 0 ? 0 : 3],
                                      .bands = bands,
                                      .low = -0.3F,
                                      .high = 0.5F,
                                      .kind = kind};
      const colour::Rgb outline{9, 200, 77};
      const view::Colouring colouring{display, scale, outline, {version, version}, false};
      ExpectedPixels expected(cells, flags, extent, scale, outline);
      for (const double zoom : {1.0, 1.37, 2.5, 30.0}) {
        view::FieldMapping mapping;
        mapping.place({5.3F, 7.4F, 203.6F, 151.5F}, extent);
        mapping.zoom_about(20, 30, zoom);
        expected.place(mapping, Canvas::kExtent);
        const std::vector<std::uint32_t> seen = Canvas::drawn(painter, colouring, mapping);
        const core::Rect painted = view::painted_pixels(mapping, 1.0);
        int wrong = 0;
        for (int y = painted.y0; y < painted.y1; ++y) {
          const int up = Canvas::kExtent.height - 1 - y;
          for (int x = painted.x0; x < painted.x1; ++x) {
            const std::uint32_t pixel = seen[core::whole(Canvas::kExtent).index(x, up)];
            if (furthest_apart(pixel, expected.at(x, up)) > 1 && wrong++ < 5) {
              ADD_FAILURE() << x << ", " << up << ": " << std::hex << pixel;
            }
          }
        }
        EXPECT_EQ(wrong, 0) << extent.width << " cells, " << zoom << ", " << bands << ", "
                            << core::name_of(kind);
      }
    }
  }
}

TEST_F(FieldDisplayTest, BetweenCellsEachPixelHasTheColourOfTheValueThere) {
  const Canvas canvas;
  view::FieldPainter painter;
  constexpr core::Extent kCells{67, 49};
  std::vector<float> cells;
  for (int y = 0; y < kCells.height; ++y) {
    for (int x = 0; x < kCells.width; ++x) {
      cells.push_back(static_cast<float>(std::sin(0.6 * x) * std::cos(0.5 * y)));
    }
  }
  std::vector<std::uint8_t> flags(cells.size());
  for (int y = 10; y < 40; ++y) {
    // A wall has a value that no cell beside it may take.
    const std::size_t wall = core::whole(kCells).index(20 + y / 9, y);
    flags[wall] = field::kWall;
    cells[wall] = 50.0F;
    flags[core::whole(kCells).index(50, y)] = field::kMedium;
  }
  view::FieldDisplay display({nullptr, ""});
  display.show(field::HostFrame{cells.data(), static_cast<std::size_t>(kCells.width), kCells});
  painter.take_flags(flags, kCells, 1);
  const colour::ColourScale scale{
      .map = &colour::find_colour_map("gray"), .bands = 0, .low = -1.0F, .high = 1.0F};
  const colour::Rgb outline{9, 200, 77};
  for (const double zoom : {1.0, 1.31, 2.5, 3.7, 12.0, -1.0, -3.7}) {
    // A negative zoom stands for a relief.
    const bool relief = zoom < 0;
    const view::Colouring colouring{display, scale, outline, {1, 1}, true, relief};
    ExpectedPixels expected(cells, flags, kCells, scale, outline, true, relief);
    view::FieldMapping mapping;
    mapping.place({5.3F, 7.4F, 203.6F, 151.5F}, kCells);
    mapping.zoom_about(70, 80, std::abs(zoom));
    expected.place(mapping, Canvas::kExtent);
    const std::vector<std::uint32_t> seen = Canvas::drawn(painter, colouring, mapping);
    const core::Rect painted = view::painted_pixels(mapping, 1.0);
    int wrong = 0;
    for (int y = painted.y0; y < painted.y1; ++y) {
      const int up = Canvas::kExtent.height - 1 - y;
      for (int x = painted.x0; x < painted.x1; ++x) {
        const std::uint32_t pixel = seen[core::whole(Canvas::kExtent).index(x, up)];
        if (furthest_apart(pixel, expected.at(x, up)) > 2 && wrong++ < 5) {
          ADD_FAILURE() << x << ", " << up << ": " << std::hex << pixel << " at " << zoom;
        }
      }
    }
    EXPECT_EQ(wrong, 0) << mapping.scale() << " pixels a cell";
  }
}

}  // namespace
}  // namespace heatwave::test
