// Tests what is cut off a picture, turned light or enlarged.
#include "app/export/pixels.h"

#include <gtest/gtest.h>

namespace heatwave::exporting {
namespace {

TEST(Pixels, EmptyRowsAtTheLowerEndAreCutOffButForARim) {
  Image image = blank_image({4, 10});
  fill(image, {1, 2, 2, 5}, {200, 0, 0});
  EXPECT_EQ(without_empty_end(image, 2).extent, (core::Extent{4, 7}));
  EXPECT_EQ(without_empty_end(image, 2).rgb.size(), 3U * 4 * 7);
  EXPECT_EQ(without_empty_end(image, 100).extent, image.extent) << "no row is added";
  fill(image, {0, 9, 1, 10}, {200, 0, 0});
  EXPECT_EQ(without_empty_end(image, 0).extent, image.extent) << "the last row is not empty";
}

TEST(Pixels, OnPaperADarkPictureIsLightAndKeepsItsHues) {
  Image dark = blank_image({2, 2});
  fill(dark, {0, 0, 1, 1}, {200, 40, 10});  // an orange pixel, the others are black
  const Image light = light_for_paper(dark);
  EXPECT_EQ(pixel_of(light, 1, 1)[0], 255);
  EXPECT_EQ(pixel_of(light, 1, 1)[2], 255);
  const std::uint8_t* const orange = pixel_of(light, 0, 0);
  EXPECT_EQ(orange[0] + orange[2], 2 * 255 - 210) << "its lightness is exchanged";
  EXPECT_EQ(orange[0] - orange[1], 160) << "its colour is as it was";
  EXPECT_EQ(light_for_paper(light).rgb, light.rgb) << "a light picture stays";
}

TEST(Pixels, APartIsEnlargedToSquares) {
  Image image = blank_image({6, 4});
  fill(image, {3, 2, 4, 3}, {200, 40, 10});
  const Image large = enlarged(image, {2, 1, 5, 3}, 4);
  EXPECT_EQ(large.extent, (core::Extent{12, 8}));
  int coloured = 0;
  for (int y = 0; y < 8; ++y) {
    for (int x = 0; x < 12; ++x) {
      const bool inside = x >= 4 && x < 8 && y >= 4;
      EXPECT_EQ(pixel_of(large, x, y)[0], inside ? 200 : 0) << x << ", " << y;
      coloured += inside ? 1 : 0;
    }
  }
  EXPECT_EQ(coloured, 16);
}

}  // namespace
}  // namespace heatwave::exporting
