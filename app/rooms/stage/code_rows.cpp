// Breaks lines of code into rows.
#include "app/rooms/stage/code_rows.h"

#include <algorithm>

#include "kernels/core/utf8.h"

namespace heatwave::stage_room {

float letters_of_code(const std::vector<ui::Token>& tokens) {
  std::size_t letters = 0;
  for (const ui::Token& token : tokens) {
    if (token.kind != ui::TokenKind::comment) letters += core::letters_in(token.text);
  }
  return static_cast<float>(letters);
}

namespace {

/// Returns the number of brackets that are open at a position.
int depth_at(std::string_view text, std::size_t at) {
  int depth = 0;
  for (const char letter : text.substr(0, at)) {
    if (letter == '(' || letter == '[') ++depth;
    if (letter == ')' || letter == ']') --depth;
  }
  return depth;
}

/// Returns how little a break before the word at a position is wanted: the more brackets are open,
/// the less; soonest after a comma or a semicolon, late within a sum, later within a product, and
/// after an operator rather than before it.
int cost_of_break(std::string_view text, std::size_t at) {
  constexpr std::string_view kOperators = "+-*/%<>=&|?:";
  const std::string_view word = text.substr(at, text.find(' ', at) - at);
  const char before = at >= 2 ? text[at - 2] : ' ';
  int cost = 6 * depth_at(text, at);
  if (before == ',' || before == ';') cost -= 4;
  if (before == '+' || before == '-') cost += 1;
  if (before == '*' || before == '/' || before == '%') cost += 2;
  if (word.find_first_not_of(kOperators) == std::string_view::npos) cost += 3;
  const std::string_view whole = text.substr(0, at);
  for (const std::string_view keyword : {"if ", "while ", "for "}) {
    if (whole.ends_with(keyword)) cost += 12;  // its condition stands beside it
  }
  return cost;
}

/// A word of code that may begin a row.
struct Word {
  std::size_t at = 0;
  float from = 0.0F, to = 0.0F;  ///< in characters of the line
};

/// Returns the words of a line before its comment. A brace that ends the line or opens its block
/// stands with the word before it.
std::vector<Word> words_of(std::string_view text, const std::vector<ui::Token>& tokens) {
  std::size_t end = text.size();
  for (const ui::Token& token : tokens) {
    if (token.kind != ui::TokenKind::comment) continue;
    end = static_cast<std::size_t>(token.text.data() - text.data());
    break;
  }
  std::vector<Word> words;
  std::size_t at = text.find_first_not_of(' ');
  while (at < end) {
    const std::size_t after = std::min(text.find(' ', at), end);
    const auto from = static_cast<float>(core::letters_in(text.substr(0, at)));
    const auto to = static_cast<float>(core::letters_in(text.substr(0, after)));
    if (text.substr(at, after - at) == "{" && !words.empty()) {
      words.back().to = to;
    } else {
      words.push_back({at, from, to});
    }
    at = text.find_first_not_of(' ', after);
  }
  return words;
}

/// Returns the positions of the words that begin further rows: in as few rows as possible, where
/// the breaks cost least, without a last row of a few characters.
std::vector<std::size_t> breaks_of(std::string_view text, const std::vector<Word>& words,
                                   float hanging, float columns) {
  constexpr float kRow = 1000.0F;        // cost of another row
  constexpr float kTooLong = 1e5F;       // cost of each character beyond the columns
  constexpr float kShortRest = 14.0F;    // characters
  constexpr float kForShortRest = 1.5F;  // cost of each character that it lacks
  constexpr float kForSpace = 0.2F;      // cost of each free column
  const std::size_t count = words.size();
  // The least cost of the rows from a word on, and the word that begins the row after its own.
  std::vector<float> costs(count + 1, 0.0F);
  std::vector<std::size_t> next(count + 1, count);
  for (std::size_t first = count; first-- > 0;) {
    costs[first] = 1e9F;
    for (std::size_t end = first + 1; end <= count; ++end) {
      const float shift = first == 0 ? 0.0F : words[first].from - hanging;
      const float right = words[end - 1].to - shift;
      const bool is_last = end == count;
      float cost = kRow + costs[end] + kTooLong * std::max(0.0F, right - columns);
      if (!is_last) {
        cost += static_cast<float>(cost_of_break(text, words[end].at)) +
                kForSpace * std::max(0.0F, columns - right);
      }
      if (is_last && first > 0) {
        cost += kForShortRest * std::max(0.0F, kShortRest - (right - hanging));
      }
      if (cost >= costs[first]) continue;
      costs[first] = cost;
      next[first] = end;
    }
  }
  std::vector<std::size_t> breaks;
  for (std::size_t at = count == 0 ? 0 : next[0]; at < count; at = next[at]) {
    breaks.push_back(words[at].at);
  }
  return breaks;
}

}  // namespace

Lines laid_out(std::string_view text, const std::vector<ui::Token>& tokens, float columns,
               float reserved) {
  // Indents of rows that continue a line, in characters.
  constexpr float kHanging = 4.0F;
  constexpr float kCommentHanging = 2.0F;
  Lines lines;
  const auto indent = static_cast<float>(std::min(text.find_first_not_of(' '), text.size()));
  std::vector<std::size_t> breaks;
  if (letters_of_code(tokens) > columns) {
    breaks = breaks_of(text, words_of(text, tokens), indent + kHanging, columns);
  }
  for (const ui::Token& token : tokens) {
    std::string_view rest = token.text;
    const float hanging =
        indent + (token.kind == ui::TokenKind::comment ? kCommentHanging : kHanging);
    if (token.kind == ui::TokenKind::comment && lines.end > hanging &&
        lines.end + static_cast<float>(core::letters_in(token.text)) > columns - reserved) {
      ++lines.rows;
      lines.end = hanging;
    }
    while (!rest.empty()) {
      const auto at = static_cast<std::size_t>(rest.data() - text.data());
      const std::size_t blank = rest.front() == ' ' ? rest.find_first_not_of(' ') : rest.find(' ');
      const std::string_view part = rest.substr(0, blank);
      const bool begins_word = part.front() != ' ' && at > 0 && text[at - 1] == ' ';
      const std::string_view word = text.substr(at, text.find(' ', at) - at);
      const bool is_comment = token.kind == ui::TokenKind::comment;
      const bool is_full =
          is_comment ? begins_word && lines.end > hanging &&
                           lines.end + static_cast<float>(core::letters_in(word)) > columns
                     : std::find(breaks.begin(), breaks.end(), at) != breaks.end();
      if (is_full) {
        ++lines.rows;
        lines.end = hanging;
      }
      lines.pieces.push_back({lines.rows - 1, lines.end, token.kind, part});
      if (token.kind != ui::TokenKind::comment) lines.code_rows = lines.rows;
      lines.end += static_cast<float>(core::letters_in(part));
      lines.widest = std::max(lines.widest, lines.end);
      rest.remove_prefix(part.size());
    }
  }
  return lines;
}

std::pair<std::size_t, std::size_t> lines_around(std::span<const float> tops, std::size_t at,
                                                 float height) {
  constexpr std::size_t kAround = 3;
  std::size_t begin = at - std::min(at, kAround);
  std::size_t end = std::min(at + 1 + kAround, tops.size() - 1);
  while (tops[end] - tops[begin] > height && (begin < at || end > at + 1)) {
    if (end - at - 1 >= at - begin) {
      --end;
    } else {
      ++begin;
    }
  }
  return {begin, end};
}

}  // namespace heatwave::stage_room
