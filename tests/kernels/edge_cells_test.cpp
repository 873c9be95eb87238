// Tests what EdgeCells finds out about a grid's edges, and that edits inside the grid do not change
// it.
#include "kernels/field/cuda/edge_cells.h"

#include <gtest/gtest.h>

#include "tests/kernels/test_fields.h"

namespace heatwave::field::testing {
namespace {

constexpr core::Extent kGrid{7, 5};
constexpr EdgePair kClosed{.joined = false, .reflects = false};
constexpr EdgePair kReflects{.joined = false, .reflects = true};
constexpr EdgePair kJoined{.joined = true, .reflects = false};

EdgeCells edge_cells(const Edges& edges) {
  EdgeCells cells(kGrid);
  cells.set_flags(core::whole(kGrid), bare_cells(kGrid, edges).flags);
  return cells;
}

TEST(EdgeCells, AreJoinedUntilToldOtherwise) {
  EXPECT_EQ(EdgeCells(kGrid).columns(), kJoined);
  EXPECT_EQ(EdgeCells(kGrid).rows(), kJoined);
  EXPECT_FALSE(EdgeCells(kGrid).absorb());
}

TEST(EdgeCells, KnowEveryKindOfEdge) {
  EXPECT_EQ(edge_cells(same_edges(EdgeKind::held)).columns(), kClosed);
  EXPECT_EQ(edge_cells(same_edges(EdgeKind::periodic)).rows(), kJoined);
  EXPECT_EQ(edge_cells(same_edges(EdgeKind::reflecting)).rows(), kReflects);
  EXPECT_TRUE(edge_cells(same_edges(EdgeKind::absorbing)).absorb());
  Edges one = same_edges(EdgeKind::held);
  one.bottom = EdgeKind::absorbing;
  EXPECT_TRUE(edge_cells(one).absorb());
  one.bottom = EdgeKind::reflecting;
  EXPECT_EQ(edge_cells(one).rows(), kReflects);
  EXPECT_EQ(edge_cells(one).columns(), kClosed);  // the corners are held
}

TEST(EdgeCells, ChangeWithTheirCellsOnly) {
  EdgeCells cells = edge_cells(same_edges(EdgeKind::held));
  cells.set_flags({1, 1, 6, 4}, std::vector<std::uint8_t>(15));
  EXPECT_EQ(cells.columns(), kClosed);
  cells.set_flags({6, 2, 7, 3}, std::vector<std::uint8_t>(1));
  EXPECT_EQ(cells.columns(), kJoined);
  EXPECT_EQ(cells.rows(), kClosed);
  cells.set_flags({5, 2, 7, 3}, std::vector<std::uint8_t>{0, kNoEast});
  EXPECT_EQ(cells.columns(), kReflects);
  cells.set_flags({6, 2, 7, 3}, std::vector<std::uint8_t>{kWall});
  EXPECT_EQ(cells.columns(), kClosed);
  cells.set_flags({2, 0, 4, 1}, std::vector<std::uint8_t>{kHeld, kAbsorb});
  EXPECT_TRUE(cells.absorb());
}

}  // namespace
}  // namespace heatwave::field::testing
