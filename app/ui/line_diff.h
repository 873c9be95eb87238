// Pairs the lines of two texts, so that they can be shown side by side with their differences.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace heatwave::ui {

/// A row of two texts side by side.
struct LinePair {
  std::optional<std::size_t> left;   ///< index of the left text's line; none: it has no such line
  std::optional<std::size_t> right;  ///< index of the right text's line; none: it has no such line
  bool is_equal = false;
  friend bool operator==(const LinePair&, const LinePair&) = default;
};

/// Aligns two texts by the shortest sequence of edits. A block of lines that replaces another one
/// stands beside it, line by line.
std::vector<LinePair> paired_lines(const std::vector<std::string>& left,
                                   const std::vector<std::string>& right);

/// Lines of two texts without an equal one in the other text.
struct ChangedLines {
  std::vector<bool> left;  ///< by index
  std::vector<int> right;  ///< numbers from 1, in rising order
};
ChangedLines changed_lines(const std::vector<std::string>& left,
                           const std::vector<std::string>& right);

}  // namespace heatwave::ui
