// Splits code into words, numbers and comments for syntax colouring.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "app/ui/theme.h"

namespace heatwave::ui {

enum class TokenKind : std::uint8_t { plain, word, cuda, number, text, comment };
inline constexpr std::size_t kTokenKinds = 6;

struct Token {
  TokenKind kind = TokenKind::plain;
  std::string_view text;
};

/// Splits a line of C++ or CUDA; the tokens together are the whole line. `in_comment`: this line
/// begins inside a /* comment */; on return, the next line does.
std::vector<Token> tokens_of(std::string_view line, bool& in_comment);

/// The colours of code by token kind, readable on the panel and on marked lines.
std::array<ImVec4, kTokenKinds> code_colours(const Theme& theme);

}  // namespace heatwave::ui
