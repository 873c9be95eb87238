// The positions of line breaks in a text.
#include "app/ui/text_lines.h"

#include <cmath>

#include "tests/ui/without_a_screen.h"

namespace heatwave::ui {
namespace {

/// Dear ImGui's own font is monospaced.
class TextLines : public WithoutAScreen {
 protected:
  TextLines() {
    ImGui::NewFrame();
    letter_ = ImGui::CalcTextSize("0").x;
  }
  ~TextLines() override { ImGui::EndFrame(); }

  [[nodiscard]] std::string lines(std::string_view text, int letters) const {
    return in_lines(text, (static_cast<float>(letters) + 0.5F) * letter_);
  }

 private:
  float letter_ = 0.0F;
};

TEST_F(TextLines, EndBetweenWordsAndNeverWithinANumber) {
  EXPECT_EQ(lines("takes 0.125 ms, 87.9 with", 9), "takes\n0.125 ms,\n87.9 with");
  EXPECT_EQ(lines("takes 0.125 ms", 8), "takes\n0.125 ms");
  EXPECT_EQ(lines("one two", 7), "one two");
}

TEST_F(TextLines, AreOneWhereTheWholeFitsAtAnySize) {
  // Characters 6.5 pixels wide: rounded one by one they would exceed the width of the text.
  ImGui::GetStyle().FontScaleMain = 6.5F / 7.0F;
  ImGui::EndFrame();
  ImGui::NewFrame();
  const std::string text = "a b c d e f g h i j k l m n o p";
  EXPECT_EQ(in_lines(text, ImGui::CalcTextSize(text.c_str()).x), text);
}

TEST_F(TextLines, KeepTheLinesThatAreGiven) {
  EXPECT_EQ(lines("a\nbb cc\n\nd", 3), "a\nbb\ncc\n\nd");
  EXPECT_EQ(lines("", 3), "");
  EXPECT_EQ(lines(" a ", 1), "\na ");
}

TEST_F(TextLines, AWordLongerThanALineIsDividedAndTheNextGoesOnBehindIt) {
  EXPECT_EQ(lines("a incomprehensible b", 5), "a\nincom\nprehe\nnsibl\ne b");
  EXPECT_EQ(lines("αβγδε", 2), "αβ\nγδ\nε");
}

TEST_F(TextLines, APathIsDividedBehindItsFolders) {
  EXPECT_EQ(lines("/home/somebody/heat.json: no", 12), "/home/\nsomebody/\nheat.json:\nno");
}

TEST_F(TextLines, ASentenceIsShortenedToItsFirstClauses) {
  const std::string words = "wrong on purpose: threads race, and 3.5 of 10 are lost";
  const float letter = ImGui::CalcTextSize("n").x;
  EXPECT_EQ(leading_clauses(words, 60 * letter), words);
  EXPECT_EQ(leading_clauses(words, 40 * letter), "wrong on purpose: threads race");
  EXPECT_EQ(leading_clauses(words, 20 * letter), "wrong on purpose");
  EXPECT_EQ(leading_clauses(words, 9 * letter), elided(words, 9 * letter));
}

TEST_F(TextLines, AListIsShortenedToWholeEntries) {
  const std::string list = "n = 8 · seed = 11 · block = 256";
  const float letter = ImGui::CalcTextSize("n").x;
  EXPECT_EQ(elided_list(list, " · ", 40 * letter), list);
  EXPECT_EQ(elided_list(list, " · ", 28 * letter), "n = 8 · seed = 11 · …");
  EXPECT_EQ(elided_list(list, " · ", 18 * letter), "n = 8 · …");
  EXPECT_EQ(elided_list(list, " · ", 5 * letter), elided(list, 5 * letter));
}

TEST_F(TextLines, WhatChangesKeepsTheLinesThatItHasNeeded) {
  const Theme& theme = theme_of(true);
  const FontSet fonts;
  Memory memory;
  const Look look{theme, fonts, 1.0F, memory, nullptr, false};
  const auto lines_of = [&](const std::string& text) {
    ImGui::EndFrame();
    ImGui::NewFrame();
    ImGui::SetNextWindowSize({120, 400});
    ImGui::Begin("panel");
    const float top = ImGui::GetCursorPosY();
    steady_text(look, "way", text, 2);
    const float height = ImGui::GetCursorPosY() - top - ImGui::GetStyle().ItemSpacing.y;
    ImGui::End();
    return std::lround(height / ImGui::GetTextLineHeight());
  };
  EXPECT_EQ(lines_of(""), 2);
  EXPECT_EQ(lines_of("short"), 2);
  const long most = lines_of("many words that need more lines than are reserved for them");
  EXPECT_GT(most, 2);
  EXPECT_EQ(lines_of("short"), most);
  EXPECT_EQ(lines_of(""), most);
}

}  // namespace
}  // namespace heatwave::ui
