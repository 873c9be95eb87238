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
/// the less, and after a comma or a semicolon somewhat more.
int cost_of_break(std::string_view text, std::size_t at) {
  const bool ends_part = at >= 2 && (text[at - 2] == ',' || text[at - 2] == ';');
  return 2 * depth_at(text, at) - (ends_part ? 1 : 0);
}

/// Moves the end of the last row, from the last word on where a break costs less than `cost`, to a
/// row of its own, if most of the row stays.
void break_where_it_costs_less(Lines& lines, std::string_view text, int cost, float hanging,
                               float columns) {
  constexpr float kMost = 0.55F;
  for (auto piece = lines.pieces.rbegin(); piece != lines.pieces.rend(); ++piece) {
    if (piece->row + 1 != lines.rows || piece->x < kMost * columns) return;
    const auto at = static_cast<std::size_t>(piece->text.data() - text.data());
    const bool begins_word = piece->text.front() != ' ' && at > 0 && text[at - 1] == ' ';
    if (!begins_word || piece->text == "{" || cost_of_break(text, at) >= cost) continue;
    const float by = piece->x - hanging;
    for (auto moved = lines.pieces.rbegin(); moved <= piece; ++moved) {
      ++moved->row;
      moved->x -= by;
    }
    ++lines.rows;
    lines.end -= by;
    return;
  }
}

}  // namespace

Lines laid_out(std::string_view text, const std::vector<ui::Token>& tokens, float columns,
               float reserved) {
  // Indents of rows that continue a line, in characters.
  constexpr float kHanging = 4.0F;
  constexpr float kCommentHanging = 2.0F;
  Lines lines;
  const auto indent = static_cast<float>(std::min(text.find_first_not_of(' '), text.size()));
  const bool is_long = letters_of_code(tokens) > columns;
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
      std::string_view word = text.substr(at, text.find(' ', at) - at);
      const std::string_view after = text.substr(at + word.size());
      const bool keeps_brace = after == " {" || after.starts_with(" { ");
      if (keeps_brace) word = text.substr(at, word.size() + 2);
      const bool may_break = token.kind == ui::TokenKind::comment || is_long;
      const auto is_full = [&] {
        return may_break && begins_word && word != "{" && lines.end > hanging &&
               lines.end + static_cast<float>(core::letters_in(word)) > columns;
      };
      if (is_full() && token.kind != ui::TokenKind::comment) {
        break_where_it_costs_less(lines, text, cost_of_break(text, at), hanging, columns);
      }
      if (is_full()) {
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

}  // namespace heatwave::stage_room
