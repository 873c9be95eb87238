// Code divided into words, numbers and comments, to be coloured.
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

/// Divides a line of C++ or CUDA; all parts together are the line. `in_comment`: whether it begins
/// inside a /* comment */, then whether the next one does.
std::vector<Token> tokens_of(std::string_view line, bool& in_comment);

/// The colours of code, by kind; each readable on the panel and behind marked lines.
std::array<ImVec4, kTokenKinds> code_colours(const Theme& theme);

}  // namespace heatwave::ui
