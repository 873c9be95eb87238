// The marks of cells that the shader gets.
#include "app/view/cell_marks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <vector>

#include "kernels/field/cells.h"
#include "tests/bytes_in_use.h"

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

std::vector<std::uint8_t> cell_marks(std::span<const std::uint8_t> flags, core::Extent extent,
                                     int thinned) {
  CellMarks marks;
  marks.update(flags, extent, thinned);
  return {marks.at(0, 0), marks.at(0, 0) + marks.shown().cells()};
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

TEST(CellMarks, TheSameFlagsAgainChangeNothing) {
  const auto flags = block(field::kMedium, {2, 1, 5, 4});
  CellMarks marks;
  EXPECT_EQ(marks.update(flags, kGrid, 1), core::whole(kGrid));
  EXPECT_TRUE(marks.update(flags, kGrid, 1).empty());
}

TEST(CellMarks, OnlyMarksAboutChangedCellsAreFoundAnew) {
  CellMarks marks;
  marks.update(block(field::kMedium, {1, 1, 2, 2}), kGrid, 1);
  EXPECT_EQ(marks.update(block(field::kMedium, {1, 1, 3, 2}), kGrid, 1), (core::Rect{1, 0, 4, 3}));
}

TEST(CellMarks, AreAfterEveryChangeThoseOfTheWholeGrid) {
  for (const int thinned : {1, 2, 3}) {
    CellMarks marks;
    for (const core::Rect area :
         {core::Rect{0, 0, 1, 1}, core::Rect{5, 4, 7, 6}, core::Rect{2, 1, 5, 4},
          core::Rect{0, 2, 7, 3}, core::Rect{3, 5, 4, 6}, core::Rect{0, 0, 0, 0}}) {
      const auto flags = block(field::kMedium, area);
      marks.update(flags, kGrid, thinned);
      const auto whole = cell_marks(flags, kGrid, thinned);
      EXPECT_TRUE(std::equal(whole.begin(), whole.end(), marks.at(0, 0))) << thinned;
    }
  }
}

TEST(CellMarks, KeepNoRoomOfALargerGrid) {
  if (test::bytes_in_use() == 0) GTEST_SKIP() << "the allocator does not count";
  constexpr core::Extent kLarge{2000, 1000};
  CellMarks marks;
  const std::size_t before = test::bytes_in_use();
  marks.update(std::vector<std::uint8_t>(static_cast<std::size_t>(kLarge.cells())), kLarge, 1);
  EXPECT_GT(test::bytes_in_use(), before + 2'000'000);
  marks.update(block(0, {0, 0, 0, 0}), kGrid, 1);
  EXPECT_LT(test::bytes_in_use(), before + 10'000);
}

}  // namespace
}  // namespace heatwave::view
