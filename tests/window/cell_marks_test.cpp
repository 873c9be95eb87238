// What the shader is told of each cell.
#include "app/view/cell_marks.h"

#include <gtest/gtest.h>

#include "kernels/field/cells.h"

namespace heatwave::view {
namespace {

constexpr core::Extent kGrid{7, 6};

std::vector<std::uint8_t> block(std::uint8_t flag, core::Rect area) {
  std::vector<std::uint8_t> flags(static_cast<std::size_t>(kGrid.cells()));
  for (int y = area.y0; y < area.y1; ++y) {
    for (int x = area.x0; x < area.x1; ++x) flags[core::whole(kGrid).index(x, y)] = flag;
  }
  return flags;
}

TEST(CellMarks, PlainCellsHaveNone) {
  for (const std::uint8_t mark : cell_marks(block(0, {0, 0, 0, 0}), kGrid, 1)) EXPECT_EQ(mark, 0);
}

TEST(CellMarks, AMediumTellsOnWhichSidesItEnds) {
  const auto marks = cell_marks(block(field::kMedium, {2, 1, 5, 4}), kGrid, 1);
  const auto at = [&marks](int x, int y) { return marks[core::whole(kGrid).index(x, y)]; };
  EXPECT_EQ(at(3, 2), kMarkMedium);
  EXPECT_EQ(at(2, 2), kMarkMedium | kMarkWest | kMarkRim);
  EXPECT_EQ(at(4, 1), kMarkMedium | kMarkEast | kMarkNorth | kMarkRim);
  EXPECT_EQ(at(3, 3), kMarkMedium | kMarkSouth | kMarkRim);
  EXPECT_EQ(at(1, 2), 0);
}

TEST(CellMarks, HeldWinsOverMediumAndWallsHaveNoRim) {
  EXPECT_EQ(cell_marks(block(field::kHeld | field::kMedium, {3, 3, 4, 4}), kGrid, 1)[24] &
                (kMarkHeld | kMarkMedium),
            kMarkHeld);
  EXPECT_EQ(cell_marks(block(field::kWall, {3, 3, 4, 4}), kGrid, 1)[24], kMarkWall);
}

TEST(CellMarks, HeldEdgesOfTheGridAreNotOutlined) {
  EXPECT_EQ(cell_marks(block(field::kHeld, {0, 0, 7, 1}), kGrid, 1)[3], kMarkHeld);
}

TEST(CellMarks, AThinnedGridKeepsEveryKthCell) {
  const auto marks = cell_marks(block(field::kWall, {3, 3, 4, 4}), kGrid, 3);
  ASSERT_EQ(marks.size(), 3U * 2U);
  EXPECT_EQ(marks[1 + 3], kMarkWall);
}

}  // namespace
}  // namespace heatwave::view
