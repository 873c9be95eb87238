// The surface in a real OpenGL context: the processor paints it as the shader does.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <vector>

#include "app/shell/glfw_window.h"
#include "app/view/sample_wish.h"
#include "app/view/surface_painter.h"
#include "driver.h"
#include "kernels/field/cells.h"

namespace heatwave::test {
namespace {

constexpr core::Extent kSurfaceWindow{333, 251};
constexpr colour::Rgb kGround{12, 34, 56};

class SurfaceDisplayTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!XServer::installed()) GTEST_SKIP() << "needs Xvfb and xdotool";
    server_.emplace();
    setenv("DISPLAY", server_->display().c_str(), 1);
    window_.emplace(kSurfaceWindow, "Hidden", false);
  }

 private:
  std::optional<XServer> server_;
  std::optional<shell::GlfwWindow> window_;
};

/// Ways of making pictures of the same field.
struct SurfacePainters {
  explicit SurfacePainters(core::ThreadTeam* team) : flat(team), surface(team) {}
  view::FieldPainter flat;
  view::SurfacePainter surface;
};

/// A field with steep hills and a wall, as a surface.
class HillyField {
 public:
  HillyField(core::Extent grid, core::Extent most)
      : grid_(grid), flags_(static_cast<std::size_t>(grid.cells())), display_({nullptr, ""}) {
    static std::uint64_t versions = 0;
    version_ = ++versions;
    for (int y = 0; y < grid.height; ++y) {
      for (int x = 0; x < grid.width; ++x) cells_.push_back(value_at({x + 0.5, y + 0.5}));
    }
    for (int y = grid.height / 4; y < grid.height / 2; ++y) {
      flags_[core::whole(grid).index(grid.width / 3, y)] = field::kWall;
    }
    display_.show(frame());
    lines::Samples samples = view::places_of({.area = core::whole(grid), .most = most});
    for (int y = 0; y < samples.extent.height; ++y) {
      for (int x = 0; x < samples.extent.width; ++x) {
        samples.values.push_back(value_at(samples.place(x, y)));
      }
    }
    view::find_walls(samples, flags_, grid);
    samples.version = version_;
    relief_ = view::relief_of(samples, scale_, grid);
  }

  std::vector<std::uint32_t> drawn(SurfacePainters& painters, const view::SurfaceCamera& camera,
                                   double pixels_per_unit) {
    const view::Colouring colouring{display_,
                                    [this](field::DisplayTarget& target) { target.show(frame()); },
                                    scale_,
                                    {9, 200, 77},
                                    {version_, version_}};
    painters.flat.take_flags(flags_, grid_, version_);
    glViewport(0, 0, kSurfaceWindow.width, kSurfaceWindow.height);
    glClearColor(kGround.r / 255.0F, kGround.g / 255.0F, kGround.b / 255.0F, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    painters.surface.draw(painters.flat, colouring, relief_, camera, kGround, kSurfaceWindow,
                          pixels_per_unit);
    std::vector<std::uint32_t> seen(static_cast<std::size_t>(kSurfaceWindow.cells()));
    glReadPixels(0, 0, kSurfaceWindow.width, kSurfaceWindow.height, GL_RGBA, GL_UNSIGNED_BYTE,
                 seen.data());
    return seen;
  }

 private:
  [[nodiscard]] float value_at(core::Point p) const {
    const double x = 2 * p.x / grid_.width - 0.7;
    const double y = 2 * p.y / grid_.height - 1.1;
    return static_cast<float>(std::cos(14 * std::hypot(x, y)));
  }
  [[nodiscard]] field::HostFrame frame() const {
    return {cells_.data(), static_cast<std::size_t>(grid_.width), grid_};
  }

  core::Extent grid_;
  std::vector<float> cells_;
  std::vector<std::uint8_t> flags_;
  view::FieldDisplay display_;
  colour::ColourScale scale_{
      .map = &colour::find_colour_map("viridis"), .bands = 0, .low = -0.9F, .high = 0.9F};
  std::uint64_t version_ = 0;
  view::Relief relief_;
};

bool is_alike(std::uint32_t a, std::uint32_t b) {
  for (const int shift : {0, 8, 16}) {
    const int apart = static_cast<int>(a >> shift & 255U) - static_cast<int>(b >> shift & 255U);
    if (std::abs(apart) > 2) return false;
  }
  return true;
}

/// Pixels of the one that are not as in the other: at all, and as none about there either.
struct Others {
  int here = 0;
  int about = 0;
};
Others others(const std::vector<std::uint32_t>& made, const std::vector<std::uint32_t>& wanted) {
  Others found;
  const core::Rect window = core::whole(kSurfaceWindow);
  for (int y = 0; y < kSurfaceWindow.height; ++y) {
    for (int x = 0; x < kSurfaceWindow.width; ++x) {
      const std::uint32_t pixel = made[window.index(x, y)];
      if (is_alike(pixel, wanted[window.index(x, y)])) continue;
      ++found.here;
      const core::Rect about = core::intersection({x - 1, y - 1, x + 2, y + 2}, window);
      bool any = false;
      for (int v = about.y0; v < about.y1; ++v) {
        for (int u = about.x0; u < about.x1; ++u) {
          any |= is_alike(pixel, wanted[window.index(u, v)]);
        }
      }
      if (!any) ++found.about;
    }
  }
  return found;
}

struct Seen {
  double right, down, zoom, pixels_per_unit;
};

TEST_F(SurfaceDisplayTest, TheProcessorMakesTheSamePictureAsTheShader) {
  core::ThreadTeam team(2);
  SurfacePainters by_shader(nullptr);
  SurfacePainters by_processor(&team);
  struct Field {
    core::Extent grid, most;
  };
  for (const auto& [grid, most] :
       {Field{{160, 120}, {112, 84}}, Field{{1500, 900}, {60, 45}}, Field{{40, 200}, {160, 120}},
        Field{{3, 2}, {160, 120}}, Field{{2, 2}, {160, 120}}, Field{{1, 7}, {160, 120}},
        Field{{1, 1}, {160, 120}}}) {
    HillyField field(grid, most);
    for (const Seen& seen : {Seen{0, 0, 1, 1}, Seen{200, -100, 1, 1}, Seen{-430, 20, 1.7, 1.5},
                             Seen{60, 200, 1, 1}, Seen{310, -50, 9, 1}}) {
      view::SurfaceCamera camera;
      const auto unit = static_cast<float>(1 / seen.pixels_per_unit);
      camera.place(ui::Box::at(10.4F * unit, 7.5F * unit, 300.3F * unit, 230.2F * unit), grid);
      camera.turn(seen.right, seen.down);
      camera.zoom_about(130, 110, seen.zoom);
      const auto wanted = field.drawn(by_shader, camera, seen.pixels_per_unit);
      const auto made = field.drawn(by_processor, camera, seen.pixels_per_unit);
      const auto ground = std::count(wanted.begin(), wanted.end(), wanted.front());
      EXPECT_EQ(ground == kSurfaceWindow.cells(), grid.width == 1);
      const Others found = others(made, wanted);
      const auto drawn = kSurfaceWindow.cells() - ground;
      EXPECT_LE(found.here, drawn / 100) << grid.width << " cells, turned by " << seen.right;
      EXPECT_LE(found.about, drawn / 400) << grid.width << " cells, turned by " << seen.right;
    }
  }
}

TEST_F(SurfaceDisplayTest, TheProcessorMakesAPictureAgainWhereSomethingHasChanged) {
  core::ThreadTeam team(1);
  SurfacePainters painters(&team);
  HillyField first({40, 30}, {40, 30});
  HillyField second({41, 30}, {40, 30});
  view::SurfaceCamera camera;
  camera.place(ui::Box::at(0, 0, 300, 200), {40, 30});
  const auto before = first.drawn(painters, camera, 1.0);
  EXPECT_EQ(first.drawn(painters, camera, 1.0), before);
  camera.turn(30, 0);
  const auto turned = first.drawn(painters, camera, 1.0);
  EXPECT_NE(turned, before);
  camera.turn(-30, 0);
  EXPECT_NE(second.drawn(painters, camera, 1.0), before);
  EXPECT_EQ(first.drawn(painters, camera, 1.0), before);
}

}  // namespace
}  // namespace heatwave::test
