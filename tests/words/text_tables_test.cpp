// Tables in a text are read as in Markdown, and a flaw is named.
#include "app/words/text_tables.h"

#include <gtest/gtest.h>

namespace heatwave::words {
namespace {

constexpr const char* kTable =
    "Before.\n| variant | time |\n|---|---:|\n| tiles | 0.25 ms |\n| rows | 1 ms |\nAfter.";

TEST(TextTables, StandBetweenTheWordsAroundThem) {
  const std::vector<TextPart> parts = parts_of(kTable);
  ASSERT_EQ(parts.size(), 3U);
  EXPECT_EQ(parts[0].words, "Before.");
  EXPECT_EQ(parts[2].words, "After.");
  const TextTable& table = parts[1].table;
  EXPECT_EQ(table.at_right, (std::vector<bool>{false, true}));
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_EQ(table.rows[0], (std::vector<std::string>{"variant", "time"}));
  EXPECT_EQ(table.rows[2], (std::vector<std::string>{"rows", "1 ms"}));
  EXPECT_EQ(flaw_of_tables(kTable), "");
}

TEST(TextTables, WordsAloneAreOnePart) {
  const std::vector<TextPart> parts = parts_of("a | b\nc");
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_EQ(parts[0].words, "a | b\nc");
  EXPECT_TRUE(parts_of("").empty());
}

TEST(TextTables, AFlawIsNamedAndTheLinesStayWords) {
  const auto flaw = [](const char* text, const char* what) {
    EXPECT_NE(flaw_of_tables(text).find(what), std::string::npos)
        << text << ": " << flaw_of_tables(text);
  };
  flaw("| a | b |\n| c | d |", "'|---|---:|'");
  flaw("| a | b |\n|---|---|", "no rows");
  flaw("| a |\n|---|\n| b |", "1 columns");
  flaw("| a | b | c | d | e |\n|---|---|---|---|---|\n| 1 | 2 | 3 | 4 | 5 |", "5 columns");
  flaw("| a | b |\n|---|---|\n| c |", "row 'c' has 1 cells");
  flaw("| a | ms |\n|---|---|\n| c | 0.5 |", "column 'ms' has numbers");
  EXPECT_EQ(parts_of("| a |\n|---|\n| b |").front().words, "| a |\n|---|\n| b |");
}

}  // namespace
}  // namespace heatwave::words
