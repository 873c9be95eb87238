// Tests the memory that a play gives out piece by piece.
#include "kernels/stage/arena.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

namespace heatwave::stage::test {
namespace {

TEST(StageArena, GivesOutPiecesThatDoNotOverlap) {
  Arena arena;
  std::vector<std::span<int>> pieces;
  for (std::size_t size = 0; size < 200; ++size) {  // together larger than the first blocks
    pieces.push_back(arena.room<int>(size * size));
    EXPECT_EQ(pieces.back().size(), size * size);
    std::fill(pieces.back().begin(), pieces.back().end(), static_cast<int>(size));
  }
  for (std::size_t size = 0; size < pieces.size(); ++size) {
    for (const int value : pieces[size]) ASSERT_EQ(value, static_cast<int>(size));
  }
}

TEST(StageArena, PiecesHoldTheirTypesAlignment) {
  Arena arena;
  for (int i = 0; i < 5; ++i) {
    (void)arena.room<char>(1);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(arena.room<double>(1).data()) % alignof(double), 0);
  }
}

TEST(StageArena, TakesItsPiecesBack) {
  Arena arena;
  const int* const first = arena.room<int>(4).data();
  EXPECT_NE(arena.room<int>(4).data(), first);
  arena.clear();
  EXPECT_EQ(arena.room<int>(4).data(), first);
}

TEST(StageArena, HasRoomForAsManyPiecesAgainInOneBlock) {
  constexpr std::size_t kPieces = 100;
  constexpr std::size_t kBytes = 1024;
  Arena arena;
  for (int i = 0; i < 3; ++i) {
    arena.clear();
    for (std::size_t piece = 0; piece < kPieces; ++piece) (void)arena.room<std::byte>(kBytes);
  }
  arena.clear();
  const std::byte* const first = arena.room<std::byte>(kBytes).data();
  for (std::size_t piece = 1; piece < kPieces; ++piece) {
    EXPECT_EQ(arena.room<std::byte>(kBytes).data(), first + piece * kBytes);
  }
}

TEST(StageArena, MakesValuesObjectsAndCopies) {
  Arena arena;
  std::fill_n(arena.room<std::uint8_t>(64).begin(), 64, std::uint8_t{7});
  arena.clear();
  for (const std::uint8_t each : arena.made<std::uint8_t>(64)) EXPECT_EQ(each, 0);
  std::string* const text = arena.object<std::string>(100, 'x');
  EXPECT_EQ(*text, std::string(100, 'x'));
  std::destroy_at(text);
  const std::vector<int> values{1, 2, 3};
  const auto copy = arena.copied(std::span(values));
  EXPECT_EQ(std::vector<int>(copy.begin(), copy.end()), values);
}

TEST(StageArena, ListsGrowAndKeepTheirValues) {
  Arena arena;
  ArenaList<int> list(arena, 2);
  ArenaList<int> other(arena, 2);  // in the way of the first one's room
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(list.add(i), i);
    other.add(-i);
  }
  ASSERT_EQ(list.size(), 1000U);
  for (std::size_t i = 0; i < list.size(); ++i) ASSERT_EQ(list[i], static_cast<int>(i));
  list.drop_last();
  EXPECT_EQ(list.all().back(), 998);
  list.resize(3);
  EXPECT_EQ(std::accumulate(list.all().begin(), list.all().end(), 0), 0 + 1 + 2);
  list.resize(6);
  EXPECT_EQ(std::accumulate(list.all().begin(), list.all().end(), 0), 0 + 1 + 2) << "new are zero";
  list.clear();
  EXPECT_TRUE(list.all().empty());
}

}  // namespace
}  // namespace heatwave::stage::test
