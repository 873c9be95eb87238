// The parts of a grid whose marks the shader must read.
#include "app/view/cell_marks.h"

#include <gtest/gtest.h>

#include <vector>

#include "kernels/field/cells.h"

namespace heatwave::view {
namespace {

constexpr core::Extent kRoom{100, 75};

std::vector<std::uint8_t> flags_with(std::uint8_t flag, const core::Rect& area) {
  std::vector<std::uint8_t> flags(static_cast<std::size_t>(kRoom.cells()));
  for (int y = area.y0; y < area.y1; ++y) {
    for (int x = area.x0; x < area.x1; ++x) flags[core::whole(kRoom).index(x, y)] = flag;
  }
  return flags;
}

TEST(MarkedParts, CoverEveryCellOnceAndMissNoMark) {
  for (const core::Rect& area : {core::Rect{40, 3, 41, 70}, core::Rect{0, 0, 100, 75},
                                 core::Rect{99, 74, 100, 75}, core::Rect{31, 31, 33, 33}}) {
    CellMarks marks;
    marks.update(flags_with(field::kWall, area), kRoom, 1);
    std::vector<int> covered(static_cast<std::size_t>(kRoom.cells()));
    for (const MarkedPart& part : marked_parts(marks)) {
      for (int y = part.cells.y0; y < part.cells.y1; ++y) {
        for (int x = part.cells.x0; x < part.cells.x1; ++x) {
          ++covered[core::whole(kRoom).index(x, y)];
          EXPECT_TRUE(part.kind != PartKind::plain || *marks.at(x, y) == 0) << x << ", " << y;
        }
      }
    }
    EXPECT_EQ(covered, std::vector<int>(covered.size(), 1));
  }
}

TEST(MarkedParts, AFieldWithoutMarksIsOnePart) {
  CellMarks marks;
  marks.update(flags_with(0, {}), kRoom, 1);
  const auto parts = marked_parts(marks);
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_EQ(parts.front().kind, PartKind::plain);
  EXPECT_EQ(parts.front().cells, core::whole(kRoom));
}

}  // namespace
}  // namespace heatwave::view
