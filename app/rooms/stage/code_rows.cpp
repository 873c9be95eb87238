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

Lines laid_out(std::string_view text, const std::vector<ui::Token>& tokens, float columns,
               float reserved) {
  constexpr float kHanging = 4.0F;  // indent of a continuation line, in characters
  Lines lines;
  const auto indent = static_cast<float>(std::min(text.find_first_not_of(' '), text.size()));
  const float hanging = indent + kHanging;
  const bool is_long = letters_of_code(tokens) > columns;
  for (const ui::Token& token : tokens) {
    std::string_view rest = token.text;
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
      if (may_break && begins_word && word != "{" && lines.end > hanging &&
          lines.end + static_cast<float>(core::letters_in(word)) > columns) {
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
