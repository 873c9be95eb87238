// Lines of code break into rows where a pane is too narrow.
#include "app/rooms/stage/code_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace heatwave::stage_room {
namespace {

Lines laid_out_in(const std::string& text, float columns) {
  bool in_comment = false;
  return laid_out(text, ui::tokens_of(text, in_comment), columns, 0);
}

TEST(CodeRows, ACommentOfItsOwnRowBeginsNearTheIndentOfItsLine) {
  const std::string text = "  extern float cache[];  // the launch sets the size";
  const std::string comment = "// the launch sets the size";
  // The indent of the line and that of the comment are two characters each.
  const auto needed = static_cast<float>(comment.size() + 4);
  EXPECT_EQ(laid_out_in(text, needed).rows, 2U);
  EXPECT_EQ(laid_out_in(text, needed - 1).rows, 3U);
}

TEST(CodeRows, CodeThatContinuesALineBeginsFourCharactersFurtherIn) {
  const std::string text = "  const int row = blockIdx.y * TILE + y;";
  const Lines lines = laid_out_in(text, 30);
  ASSERT_EQ(lines.rows, 2U);
  float first = 100;
  for (const Piece& piece : lines.pieces) {
    if (piece.row == 1) first = std::min(first, piece.x);
  }
  EXPECT_EQ(first, 6);
}

/// Returns the text of a row.
std::string row_of(const Lines& lines, std::size_t row) {
  std::string text;
  for (const Piece& piece : lines.pieces) {
    if (piece.row == row) text += piece.text;
  }
  return text;
}

TEST(CodeRows, CodeBreaksWithinAsFewBracketsAsLeaveMostOfTheRow) {
  const std::string text = "if (row < n && first + x < n) fromA = a[row * n + first + x];";
  const Lines lines = laid_out_in(text, 44);
  EXPECT_EQ(row_of(lines, 0), "if (row < n && first + x < n) fromA = ");
  EXPECT_EQ(row_of(lines, 1), "a[row * n + first + x];");
  EXPECT_EQ(lines.rows, 2U);
  EXPECT_EQ(lines.end, 4 + 23);
  const std::string loop = "for (int first = 0; first < n; first += TILE) {";
  EXPECT_EQ(row_of(laid_out_in(loop, 37), 0), "for (int first = 0; first < n; ");
  EXPECT_EQ(row_of(laid_out_in(loop, 37), 1), "first += TILE) {");
  const std::string deep = "f(aaaaaaaaaaaaaaaa + bbbbbbbbbbbbbb + cccccccccccccc);";
  EXPECT_EQ(row_of(laid_out_in(deep, 40), 0), "f(aaaaaaaaaaaaaaaa + bbbbbbbbbbbbbb + ");
}

TEST(CodeRows, AShortRestTakesMoreOfItsLineAlong) {
  const std::string load = "      fromB = b[(first + y) * n + column];";
  EXPECT_EQ(row_of(laid_out_in(load, 38), 1), "b[(first + y) * n + column];");
  const std::string loop = "    if (atomicCAS(mutex, 0, 1) == 0) {";
  EXPECT_EQ(row_of(laid_out_in(loop, 34), 1), "0, 1) == 0) {");
  const std::string wait = "      while (atomicCAS(lock.mutex, 0, 1) != 0) {";
  EXPECT_EQ(row_of(laid_out_in(wait, 40), 1), "0, 1) != 0) {") << "the condition begins beside it";
  const std::string index = "  int i = threadIdx.x + blockIdx.x * blockDim.x;";
  EXPECT_EQ(row_of(laid_out_in(index, 38), 1), "blockIdx.x * blockDim.x;");
  const std::string two =
      "  const int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;";
  EXPECT_EQ(row_of(laid_out_in(two, 44), 0), "  const int row = blockIdx.y * TILE + y, ");
}

TEST(CodeRows, TheLineOfAStepHasThreeLinesOnBothSidesAsFarAsTheyFit) {
  const std::vector<float> tops{0, 20, 40, 60, 80, 100, 120, 140, 160, 180, 200};  // ten lines
  using Lines = std::pair<std::size_t, std::size_t>;
  EXPECT_EQ(lines_around(tops, 5, 200), Lines(2, 9));
  EXPECT_EQ(lines_around(tops, 0, 200), Lines(0, 4));
  EXPECT_EQ(lines_around(tops, 9, 200), Lines(6, 10));
  EXPECT_EQ(lines_around(tops, 5, 100), Lines(3, 8)) << "two on both sides";
  EXPECT_EQ(lines_around(tops, 5, 10), Lines(5, 6)) << "its own at least";
}

}  // namespace
}  // namespace heatwave::stage_room
