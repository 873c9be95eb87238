// Counts the letters that must change from word to word.
#include "app/words/word_lists.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace heatwave::words {
namespace {

/// How many letters must be added, dropped or changed to get from one word to the other.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, changed}));
    }
  }
  return row.back();
}

/// Bytes of the letter that a text begins with; 0 where it begins with no UTF-8.
std::size_t letter_length(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return 1;
  const std::size_t length = first < 0xC2   ? 0
                             : first < 0xE0 ? 2
                             : first < 0xF0 ? 3
                             : first < 0xF5 ? 4
                                            : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (begins_letter(text[i])) return 0;
  }
  // Longer than needed, a half of a pair, or beyond the last letter: no UTF-8 either.
  const auto second = length > 1 ? static_cast<unsigned char>(text[1]) : 0U;
  const bool wrong = (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
                     (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F);
  return wrong ? 0 : length;
}

}  // namespace

std::string joined(std::span<const std::string> words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string sentence(std::string text) {
  if (text.empty()) return text;
  if (text.front() >= 'a' && text.front() <= 'z') {
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  }
  if (text.back() != '.') text += '.';
  return text;
}

std::optional<std::string> nearest(std::string_view word, std::span<const std::string> choices) {
  std::optional<std::string> best;
  std::size_t least = std::max<std::size_t>(2, word.size() / 3) + 1;
  for (const std::string& choice : choices) {
    const std::size_t d = distance(word, choice);
    if (d >= least || d >= choice.size()) continue;
    least = d;
    best = choice;
  }
  return best;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = letter_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string printable(std::string_view text) {
  std::string line;
  while (!text.empty()) {
    const auto first = static_cast<unsigned char>(text[0]);
    const std::size_t length = letter_length(text);
    // The second row of control characters begins at U+0080 in two bytes.
    const bool control =
        first < 0x20 || first == 0x7F ||
        (length == 2 && first == 0xC2 && static_cast<unsigned char>(text[1]) < 0xA0);
    if (first == '\n' || first == '\r' || first == '\t') {
      line += ' ';
    } else if (length > 0 && !control) {
      line += text.substr(0, length);
    } else {
      for (const char byte : text.substr(0, std::max<std::size_t>(1, length))) {
        line += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
      }
    }
    text.remove_prefix(std::max<std::size_t>(1, length));
  }
  return line;
}

}  // namespace heatwave::words
