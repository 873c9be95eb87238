// The words and signs of which the text of a formula consists.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/field/formula/document.h"

namespace heatwave::field::formula {

enum class TokenKind : std::uint8_t { number, name, sign, new_line, end };

struct Token {
  TokenKind kind = TokenKind::end;
  std::string text;  ///< signs are in their ASCII form where they have one: "·" is "*"
  double number = 0.0;
  Place place;
  bool after_space = false;
};

/// Splits a text from this byte on, whose line and column count as 1. Appends mistakes to
/// `problems`. The last token is the end.
std::vector<Token> tokens_of(std::string_view text, std::vector<Problem>& problems,
                             std::size_t begin = 0);

}  // namespace heatwave::field::formula
