// A line of code laid out over as many rows as it needs.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "app/ui/code_tokens.h"

namespace heatwave::stage_room {

/// A piece of a line in one row of the view.
struct Piece {
  std::size_t row = 0;
  float x = 0.0F;  ///< in characters
  ui::TokenKind kind = ui::TokenKind::plain;
  std::string_view text;
};

/// A line laid out over as many rows as it needs.
struct Lines {
  std::vector<Piece> pieces;
  std::size_t rows = 1;
  std::size_t code_rows = 1;  ///< rows without those of a comment alone
  float end = 0.0F;           ///< end of the last row, in characters
  float widest = 0.0F;        ///< end of the longest row
};

/// Returns the characters of a line without its comments.
float letters_of_code(const std::vector<ui::Token>& tokens);

/// Lays out a line of code. A comment that would leave less than `reserved` columns after it gets
/// rows of its own. Rows break before words, code only where it does not fit in one row, and never
/// before a brace that ends it: in as few rows as possible, within as few brackets as possible,
/// sooner after a comma or a semicolon, and not before a short rest.
Lines laid_out(std::string_view text, const std::vector<ui::Token>& tokens, float columns,
               float reserved);

/// Returns the first of the lines to show together with the line at `at`, and the one after their
/// last: three before it and three after it, as far as the height has room, else as many on both
/// sides as fit. `tops`: upper edges of all lines, and the lower edge of the last.
std::pair<std::size_t, std::size_t> lines_around(std::span<const float> tops, std::size_t at,
                                                 float height);

}  // namespace heatwave::stage_room
