// Tests that InnerWalls finds cells beside walls, and forgets walls that are taken away.
#include "kernels/field/cuda/inner_walls.h"

#include <gtest/gtest.h>

#include "tests/kernels/test_fields.h"

namespace heatwave::field::testing {
namespace {

constexpr core::Extent kSmallRoom{7, 5};

TEST(InnerWalls, AreNotTheEdgesOfTheGrid) {
  for (const EdgeKind kind : {EdgeKind::held, EdgeKind::reflecting, EdgeKind::periodic}) {
    InnerWalls walls(kSmallRoom);
    walls.set_flags(core::whole(kSmallRoom), bare_cells(kSmallRoom, same_edges(kind)).flags);
    EXPECT_FALSE(walls.any());
  }
}

TEST(InnerWalls, LieBesideFreeCells) {
  InnerWalls walls(kSmallRoom);
  walls.set_flags({3, 2, 4, 3}, std::vector<std::uint8_t>{kWall | kNoWest});
  EXPECT_FALSE(walls.any());
  walls.set_flags({2, 2, 3, 3}, std::vector<std::uint8_t>{kNoEast});
  EXPECT_TRUE(walls.any());
}

TEST(InnerWalls, AreForgottenWhenTheLastOneIsTakenAway) {
  InnerWalls walls(kSmallRoom);
  walls.set_flags({1, 1, 3, 2}, std::vector<std::uint8_t>{kNoSouth, kNoSouth});
  walls.set_flags({1, 1, 3, 2}, std::vector<std::uint8_t>{kNoSouth, kNoSouth});
  walls.set_flags({1, 1, 2, 2}, std::vector<std::uint8_t>{0});
  EXPECT_TRUE(walls.any());
  walls.set_flags({2, 1, 3, 2}, std::vector<std::uint8_t>{0});
  EXPECT_FALSE(walls.any());
}

TEST(InnerWalls, AreNotSearchedInGridsThatNoDeviceKeepsInRegisters) {
  constexpr core::Extent kLargeRoom{4096, 1025};
  InnerWalls walls(kLargeRoom);
  walls.set_flags({2, 2, 3, 3}, std::vector<std::uint8_t>{kNoEast});
  EXPECT_FALSE(walls.any());
}

}  // namespace
}  // namespace heatwave::field::testing
