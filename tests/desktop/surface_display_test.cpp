// Tests the surface in a real OpenGL context: each pixel shows the place that the mouse picks
// there.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <vector>

#include "app/shell/window/glfw_window.h"
#include "app/view/sample_request.h"
#include "app/view/surface_camera.h"
#include "app/view/surface_painter.h"
#include "driver.h"
#include "kernels/field/cells.h"

namespace heatwave::test {
namespace {

constexpr core::Extent kSurfaceWindow{333, 251};
constexpr colour::Rgb kGround{12, 34, 56};
constexpr colour::Rgb kOutline{9, 200, 77};

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
    display_.show(field::HostFrame{cells_.data(), static_cast<std::size_t>(grid.width), grid});
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

  std::vector<std::uint32_t> drawn(const view::SurfaceCamera& camera, double pixels_per_unit) {
    const view::Colouring colouring{display_, scale_, kOutline, {version_, version_}, false};
    flat_.take_flags(flags_, grid_, version_);
    glViewport(0, 0, kSurfaceWindow.width, kSurfaceWindow.height);
    glClearColor(kGround.r / 255.0F, kGround.g / 255.0F, kGround.b / 255.0F, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    surface_.draw(flat_, colouring, relief_, camera, kSurfaceWindow, pixels_per_unit);
    std::vector<std::uint32_t> seen(static_cast<std::size_t>(kSurfaceWindow.cells()));
    glReadPixels(0, 0, kSurfaceWindow.width, kSurfaceWindow.height, GL_RGBA, GL_UNSIGNED_BYTE,
                 seen.data());
    return seen;
  }

  [[nodiscard]] const view::Relief& relief() const { return relief_; }

  /// Returns the lit colour of a point of the grid for this camera.
  [[nodiscard]] std::array<double, 3> lit(core::Point place,
                                          const view::SurfaceCamera& camera) const {
    const auto cell = [](double at, int cells) {
      return std::clamp(static_cast<int>(at), 0, cells - 1);
    };
    const std::size_t at =
        core::whole(grid_).index(cell(place.x, grid_.width), cell(place.y, grid_.height));
    const colour::Rgb rgb =
        (flags_[at] & field::kWall) != 0 ? colour::kWallColour : scale_.colour(cells_[at]);
    const Light light = light_between_corners(place, camera);
    const auto shown = [&](std::uint8_t byte) {
      return std::clamp(byte * light.brightness + 255 * light.gloss, 0.0, 255.0);
    };
    return {shown(rgb.r), shown(rgb.g), shown(rgb.b)};
  }

 private:
  [[nodiscard]] float value_at(core::Point p) const {
    const double x = 2 * p.x / grid_.width - 0.7;
    const double y = 2 * p.y / grid_.height - 1.1;
    return static_cast<float>(std::cos(14 * std::hypot(x, y)));
  }
  struct Light {
    double brightness = 0.0;
    double gloss = 0.0;
  };
  [[nodiscard]] Light light_at_corner(int x, int y, const view::SurfaceLight& light) const {
    const lines::Samples& heights = relief_.heights;
    const auto height = [&](int column, int row) {
      return static_cast<double>(
          heights.values[heights.index(std::clamp(column, 0, heights.extent.width - 1),
                                       std::clamp(row, 0, heights.extent.height - 1))]);
    };
    const double across = -(height(x + 1, y) - height(x - 1, y)) / (2 * heights.spacing.x);
    const double down = -(height(x, y + 1) - height(x, y - 1)) / (2 * heights.spacing.y);
    const double length = std::sqrt(across * across + down * down + 1);
    const auto towards = [&](const view::Space& way) {
      return std::max(0.0, (across * way.x + down * way.y + way.z) / length);
    };
    const double level = std::max(0.0, light.from.z);
    return {1.0 + 0.4 * (towards(light.from) - level),
            0.06 * std::pow(towards(light.halfway), 24.0)};
  }
  [[nodiscard]] Light light_between_corners(core::Point place,
                                            const view::SurfaceCamera& camera) const {
    const lines::Samples& heights = relief_.heights;
    const view::SurfaceLight light = view::light_for(camera);
    const double across = (place.x - heights.first.x) / heights.spacing.x;
    const double down = (place.y - heights.first.y) / heights.spacing.y;
    Light all;
    for (const int x : {0, 1}) {
      for (const int y : {0, 1}) {
        const double u = across - std::floor(across);
        const double v = down - std::floor(down);
        const double weight = (x == 1 ? u : 1 - u) * (y == 1 ? v : 1 - v);
        const Light corner = light_at_corner(static_cast<int>(std::floor(across)) + x,
                                             static_cast<int>(std::floor(down)) + y, light);
        all.brightness += weight * corner.brightness;
        all.gloss += weight * corner.gloss;
      }
    }
    return all;
  }

  core::Extent grid_;
  std::vector<float> cells_;
  std::vector<std::uint8_t> flags_;
  view::FieldDisplay display_;
  colour::ColourScale scale_{
      .map = &colour::find_colour_map("viridis"), .bands = 0, .low = -0.9F, .high = 0.9F};
  std::uint64_t version_ = 0;
  view::Relief relief_;
  view::FieldPainter flat_;
  view::SurfacePainter surface_{4};
};

/// True if the pixel lies between the colours, which are those around it.
bool is_among(std::uint32_t pixel, const std::vector<std::array<double, 3>>& colours) {
  constexpr double kMost = 8;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto [least, most] = std::minmax_element(
        colours.begin(), colours.end(), [i](const auto& a, const auto& b) { return a[i] < b[i]; });
    const double seen = pixel >> (8 * i) & 255U;
    if (seen < (*least)[i] - kMost || seen > (*most)[i] + kMost) return false;
  }
  return true;
}

/// True where a ray meets a side of the surface, which has a colour of its own.
bool is_on_edge(core::Point place, core::Extent grid) {
  constexpr double kNear = 1e-6;
  return std::min({place.x, place.y, grid.width - place.x, grid.height - place.y}) < kNear;
}

struct Seen {
  double right, down, zoom, pixels_per_unit;
};

view::SurfaceCamera camera_of(const Seen& seen, core::Extent grid) {
  view::SurfaceCamera camera;
  const auto unit = static_cast<float>(1 / seen.pixels_per_unit);
  camera.place(ui::Box::at(10.4F * unit, 7.5F * unit, 300.3F * unit, 230.2F * unit), grid);
  camera.turn(seen.right, seen.down);
  camera.zoom_about(130, 110, seen.zoom);
  return camera;
}

TEST_F(SurfaceDisplayTest, EachPixelShowsThePlaceThatTheMouseMeetsThereInItsLight) {
  struct Field {
    core::Extent grid, most;
  };
  for (const auto& [grid, most] : {Field{{160, 120}, {160, 120}}, Field{{320, 240}, {160, 120}},
                                   Field{{40, 120}, {160, 120}}}) {
    HillyField field(grid, most);
    for (const Seen& seen : {Seen{0, 0, 1, 1}, Seen{200, -100, 1.15, 1}, Seen{-430, 20, 1.7, 1.5},
                             Seen{60, 200, 1, 1}}) {
      const view::SurfaceCamera camera = camera_of(seen, grid);
      const auto pixels = field.drawn(camera, seen.pixels_per_unit);
      const std::uint32_t ground = pixels.front();
      const auto met = [&](int x, int y) {
        return view::meet(field.relief(), camera.ray((x + 0.5) / seen.pixels_per_unit,
                                                     (y + 0.5) / seen.pixels_per_unit));
      };
      int drawn = 0;
      int beside = 0;
      int wrong = 0;
      for (int y = 12; y < 234; y += 3) {
        for (int x = 14; x < 308; x += 3) {
          const int up = kSurfaceWindow.height - 1 - y;
          const std::uint32_t pixel = pixels[core::whole(kSurfaceWindow).index(x, up)];
          // The pixel has colours of its surroundings, or of what lies beside the surface.
          std::vector<std::array<double, 3>> around;
          bool is_inside = true;
          for (const auto& [right, down] :
               {std::array{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}}) {
            const auto place = met(x + right, y + down);
            is_inside = is_inside && place && !is_on_edge(*place, grid);
            if (is_inside) around.push_back(field.lit(*place, camera));
          }
          drawn += pixel != ground ? 1 : 0;
          if ((pixel != ground) != met(x, y).has_value()) {
            ++beside;
          } else if (pixel != ground && is_inside && !is_among(pixel, around)) {
            ++wrong;
          }
        }
      }
      EXPECT_GT(drawn, 1000);
      // Along its outline a pixel is partly covered.
      EXPECT_LE(beside, drawn / 50) << grid.width << " cells, turned by " << seen.right;
      EXPECT_LE(wrong, drawn / 25) << grid.width << " cells, turned by " << seen.right;
    }
  }
}

TEST_F(SurfaceDisplayTest, SmallGridsAreDrawnAndASingleCellIsNot) {
  for (const core::Extent grid :
       {core::Extent{3, 2}, core::Extent{2, 2}, core::Extent{1, 7}, core::Extent{1, 1}}) {
    HillyField field(grid, {160, 120});
    const auto pixels = field.drawn(camera_of({200, -100, 1, 1}, grid), 1.0);
    const auto ground = std::count(pixels.begin(), pixels.end(), pixels.front());
    EXPECT_EQ(ground == kSurfaceWindow.cells(), grid.width == 1) << grid.width;
  }
}

TEST_F(SurfaceDisplayTest, ThePictureFollowsTheCameraAndTheField) {
  HillyField first({40, 30}, {40, 30});
  HillyField second({41, 30}, {40, 30});
  view::SurfaceCamera camera;
  camera.place(ui::Box::at(0, 0, 300, 200), {40, 30});
  const auto before = first.drawn(camera, 1.0);
  EXPECT_EQ(first.drawn(camera, 1.0), before);
  camera.turn(30, 0);
  EXPECT_NE(first.drawn(camera, 1.0), before);
  camera.turn(-30, 0);
  EXPECT_NE(second.drawn(camera, 1.0), before);
  EXPECT_EQ(first.drawn(camera, 1.0), before);
}

}  // namespace
}  // namespace heatwave::test
