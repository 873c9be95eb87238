// Two texts are aligned line by line, so that their differences stand side by side.
#include "app/ui/line_diff.h"

#include <gtest/gtest.h>

#include <random>

namespace heatwave::ui {
namespace {

using Lines = std::vector<std::string>;

TEST(LineDiff, ALineThatReplacesAnotherStandsBesideIt) {
  const std::vector<LinePair> pairs =
      paired_lines({"int i;", "sum += a[i];", "}"}, {"int i;", "sum += b[i];", "wait();", "}"});
  EXPECT_EQ(pairs, (std::vector<LinePair>{
                       {0, 0, true}, {1, 1, false}, {std::nullopt, 2, false}, {2, 3, true}}));
}

TEST(LineDiff, EqualTextsHaveNoDifferenceAndAnEmptyOneHasNoLines) {
  for (const LinePair& pair : paired_lines({"a", "b"}, {"a", "b"})) EXPECT_TRUE(pair.is_equal);
  EXPECT_EQ(paired_lines({}, {"a"}), (std::vector<LinePair>{{std::nullopt, 0, false}}));
  EXPECT_EQ(paired_lines({"a"}, {}), (std::vector<LinePair>{{0, std::nullopt, false}}));
  EXPECT_TRUE(paired_lines({}, {}).empty());
}

TEST(LineDiff, EveryLineOfBothTextsComesOnceAndInOrder) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    const auto text = [&random] {
      Lines lines(random() % 12);
      for (std::string& line : lines) line = std::string(1, static_cast<char>('a' + random() % 4));
      return lines;
    };
    const Lines left = text();
    const Lines right = text();
    std::size_t next_left = 0;
    std::size_t next_right = 0;
    for (const LinePair& pair : paired_lines(left, right)) {
      if (pair.left) {
        EXPECT_EQ(*pair.left, next_left++);
      }
      if (pair.right) {
        EXPECT_EQ(*pair.right, next_right++);
      }
      ASSERT_TRUE(pair.left || pair.right);
      if (pair.is_equal) {
        EXPECT_EQ(left.at(*pair.left), right.at(*pair.right));
      }
    }
    EXPECT_EQ(next_left, left.size());
    EXPECT_EQ(next_right, right.size());
  }
}

}  // namespace
}  // namespace heatwave::ui
