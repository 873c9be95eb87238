// Tests what is cut off a picture.
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

}  // namespace
}  // namespace heatwave::exporting
