// Tables in a text, written as in Markdown:
//
//   | variant      |    time |
//   |--------------|--------:|
//   | shared tiles | 0.25 ms |
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heatwave::words {

/// A table: each row has a cell for each column; the first row has the heads.
struct TextTable {
  std::vector<std::vector<std::string>> rows;
  std::vector<bool> at_right;  ///< by column: its cells end at the right

  [[nodiscard]] std::size_t columns() const { return at_right.size(); }
};

/// A part of a text: words, or a table.
struct TextPart {
  std::string_view words;  ///< without spaces and line breaks at its ends; empty: it is a table
  TextTable table = {};
};

/// Splits a text into words and tables. Lines that begin with a bar and are no table stay words.
std::vector<TextPart> parts_of(std::string_view text);

/// Returns what is wrong with the first invalid table of a text: it has two to four columns, each
/// row has a cell in each, and columns of numbers end at the right. Empty: nothing.
std::string flaw_of_tables(std::string_view text);

/// Returns whether any line of the text begins with a bar.
bool has_table(std::string_view text);

}  // namespace heatwave::words
