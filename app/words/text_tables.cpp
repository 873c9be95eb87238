// Reads tables: lines that begin with a bar, of which the second one aligns the columns.
#include "app/words/text_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "kernels/core/error.h"

namespace heatwave::words {
namespace {

constexpr std::size_t kFewestColumns = 2;
constexpr std::size_t kMostColumns = 4;

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \n");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \n") + 1 - begin);
}

/// Takes the first line off a text.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

/// Returns the cells of a line that begins with a bar.
std::vector<std::string> cells_of(std::string_view line) {
  line = trimmed(line);
  line.remove_prefix(1);
  if (line.ends_with('|')) line.remove_suffix(1);
  std::vector<std::string> cells;
  for (;;) {
    const std::size_t end = std::min(line.find('|'), line.size());
    cells.emplace_back(trimmed(line.substr(0, end)));
    if (end == line.size()) return cells;
    line.remove_prefix(end + 1);
  }
}

bool is_rule(const std::string& cell) {
  return cell.find_first_not_of("-:") == std::string::npos && cell.find("---") != std::string::npos;
}

/// Returns whether a cell holds a number, with or without its unit, or a dash in place of one.
bool is_number(const std::string& cell) {
  return cell.empty() || cell == "–" || std::isdigit(static_cast<unsigned char>(cell[0])) != 0;
}

/// Reads a table from its lines. Throws core::Error when it is none.
TextTable table_of(const std::vector<std::string_view>& lines) {
  TextTable table;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::vector<std::string> cells = cells_of(lines[i]);
    if (i == 1 && std::ranges::all_of(cells, is_rule)) {
      for (const std::string& cell : cells) table.at_right.push_back(cell.ends_with(':'));
    } else {
      table.rows.push_back(std::move(cells));
    }
  }
  const std::vector<std::string>& heads = table.rows.front();
  if (table.at_right.empty()) throw core::Error("the line '|---|---:|' follows its heads");
  if (table.rows.size() < 2) throw core::Error("it has no rows");
  if (heads.size() < kFewestColumns || heads.size() > kMostColumns) {
    throw core::Error(
        fmt::format("it has {} columns, not {} to {}", heads.size(), kFewestColumns, kMostColumns));
  }
  for (const auto& row : table.rows) {
    if (row.size() != table.columns()) {
      throw core::Error(fmt::format("its row '{}' has {} cells, not {}", row.front(), row.size(),
                                    table.columns()));
    }
  }
  return table;
}

/// Throws core::Error when a column of numbers does not end at the right.
void check_numbers(const TextTable& table) {
  for (std::size_t column = 0; column < table.columns(); ++column) {
    const bool is_of_numbers = std::all_of(table.rows.begin() + 1, table.rows.end(),
                                           [&](const auto& row) { return is_number(row[column]); });
    if (!is_of_numbers || table.at_right[column]) continue;
    throw core::Error(fmt::format("its column '{}' has numbers, which end at the right: '---:'",
                                  table.rows.front()[column]));
  }
}

/// Returns the words before the text's next table and the lines of that table, and takes both off
/// the text.
std::pair<std::string_view, std::vector<std::string_view>> take_part(std::string_view& text) {
  const std::string_view all = text;
  std::size_t words = 0;
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    std::string_view rest = text;
    const std::string_view line = take_line(rest);
    const bool is_row = trimmed(line).starts_with('|');
    if (!is_row && !lines.empty()) break;
    if (is_row) lines.push_back(line);
    text = rest;
    if (!is_row) words = all.size() - text.size();
  }
  return {trimmed(all.substr(0, words)), std::move(lines)};
}

}  // namespace

std::vector<TextPart> parts_of(std::string_view text) {
  std::vector<TextPart> parts;
  while (!text.empty()) {
    const std::string_view all = text;
    const auto [words, lines] = take_part(text);
    if (lines.empty()) {
      if (!words.empty()) parts.push_back({words});
      continue;
    }
    try {
      TextTable table = table_of(lines);
      if (!words.empty()) parts.push_back({words});
      parts.push_back({{}, std::move(table)});
    } catch (const core::Error&) {
      parts.push_back({trimmed(all.substr(0, all.size() - text.size()))});
    }
  }
  return parts;
}

std::string flaw_of_tables(std::string_view text) {
  while (!text.empty()) {
    const auto [words, lines] = take_part(text);
    if (lines.empty()) continue;
    try {
      check_numbers(table_of(lines));
    } catch (const core::Error& error) {
      return fmt::format("the table '{}': {}", trimmed(lines.front()), error.what());
    }
  }
  return {};
}

bool has_table(std::string_view text) {
  return text.starts_with('|') || text.find("\n|") != std::string_view::npos;
}

}  // namespace heatwave::words
