// The field's picture as the processor makes it: what each pixel shows.
#include "app/view/host_picture.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "kernels/field/cells.h"

namespace heatwave::view {
namespace {

std::uint32_t packed(colour::Rgb rgb) {
  return 0xff000000U | static_cast<std::uint32_t>(rgb.b) << 16U |
         static_cast<std::uint32_t>(rgb.g) << 8U | rgb.r;
}

/// Two cells by two, each three pixels wide and high; a third one of each row is not of the grid.
constexpr core::Extent kFour{2, 2};
constexpr std::array<float, 6> kFourCells{0.0F, 0.5F, -1.0F, 0.75F, 1.0F, -1.0F};
constexpr PixelPlaces kFourPlaces{
    .pixels = {10, 20, 16, 26}, .left = 10, .top = 26, .cells_per_pixel = 1.0F / 3, .grid = kFour};

class HostPictureTest : public ::testing::Test {
 protected:
  void make(const std::array<std::uint8_t, 4>& flags) {
    CellMarks marks;
    marks.update(flags, kFour, 1);
    picture_.place(kFourPlaces, marks, std::array{kFourPlaces.pixels});
    picture_.colour({scale_, {1, 2, 3}});
    picture_.show(field::HostFrame{.cells = kFourCells.data(), .stride = 3, .extent = kFour});
  }
  /// Counted from below.
  [[nodiscard]] std::uint32_t at(int x, int y) const {
    return picture_.pixels()[static_cast<std::size_t>(6 * y + x)];
  }

  colour::ColourScale scale_{.map = &colour::colour_maps().front()};
  core::ThreadTeam team_{1};
  HostPicture picture_{64, team_};
};

TEST_F(HostPictureTest, EachPixelShowsTheCellBelowItsMiddle) {
  make({});
  EXPECT_EQ(picture_.extent(), (core::Extent{6, 6}));
  for (int y = 0; y < 6; ++y) {
    for (int x = 0; x < 6; ++x) {
      const float value = kFourCells[static_cast<std::size_t>((y < 3 ? 3 : 0) + x / 3)];
      EXPECT_EQ(at(x, y), packed(scale_.colour(value))) << x << ", " << y;
    }
  }
}

TEST_F(HostPictureTest, WallsHideTheFieldAndNothingElse) {
  make({0, field::kWall, 0, 0});
  EXPECT_EQ(at(5, 5), packed(colour::kWallColour));
  EXPECT_EQ(at(3, 3), packed(colour::kWallColour));
  EXPECT_EQ(at(2, 5), packed(scale_.colour(0.0F)));
  EXPECT_EQ(at(3, 2), packed(scale_.colour(1.0F)));
}

TEST_F(HostPictureTest, ValuesBeyondTheRangeHaveTheColourOfItsEndAndNothingElse) {
  scale_.low = 0.2F;
  scale_.high = 0.4F;
  make({});
  for (int y = 0; y < 6; ++y) {
    for (int x = 0; x < 6; ++x) {
      const bool is_below = x < 3 && y >= 3;
      EXPECT_EQ(at(x, y), packed(scale_.map->table[is_below ? 0 : 255])) << x << ", " << y;
    }
  }
}

/// Rows of pixels that show the same cells, walls, media, and colours that change at once.
TEST(HostPicture, IsTheSameWhoeverHelps) {
  constexpr core::Extent kCells{60, 40};
  std::vector<float> cells;
  std::vector<std::uint8_t> flags;
  for (int i = 0; i < kCells.cells(); ++i) {
    cells.push_back(static_cast<float>(i % 97) / 60.0F - 0.3F);
    flags.push_back(i % 31 == 7 ? field::kWall : i % 13 < 5 ? field::kMedium : 0);
  }
  const PixelPlaces places{
      .pixels = {0, 0, 300, 200}, .left = 0, .top = 200, .cells_per_pixel = 0.2F, .grid = kCells};
  const field::HostFrame frame{cells.data(), 60, kCells};
  CellMarks marks;
  marks.update(flags, kCells, 1);
  std::vector<std::vector<std::uint32_t>> first;
  for (const int threads : {1, 2, 3}) {
    core::ThreadTeam team(threads);
    HostPicture picture(64, team);
    picture.place(places, marks, std::array{places.pixels});
    std::vector<std::vector<std::uint32_t>> seen;
    for (const colour::Rgb outline : {colour::Rgb{1, 2, 3}, colour::Rgb{200, 100, 0}}) {
      for (const int bands : {0, 5}) {
        const colour::ColourScale scale{.map = &colour::colour_maps().front(), .bands = bands};
        picture.colour({scale, outline});
        picture.show(frame);
        seen.emplace_back(picture.pixels().begin(), picture.pixels().end());
      }
    }
    EXPECT_NE(seen[0], seen[1]);
    EXPECT_NE(seen[0], seen[2]);
    if (first.empty()) first = seen;
    EXPECT_EQ(seen, first) << threads << " threads";
  }
}

}  // namespace
}  // namespace heatwave::view
