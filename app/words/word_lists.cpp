// Makes sentences and lists, and checks UTF-8.
#include "app/words/word_lists.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace heatwave::words {
namespace {

/// Returns the number of bytes of the first character; 0: the text does not begin with valid UTF-8.
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
  // Overlong forms, single surrogates and code points beyond U+10FFFF are not valid UTF-8 either.
  const auto second = length > 1 ? static_cast<unsigned char>(text[1]) : 0U;
  const bool wrong = (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
                     (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F);
  return wrong ? 0 : length;
}

/// Returns the code point of a UTF-8 character.
std::uint32_t code_point(std::string_view letter) {
  const auto first = static_cast<unsigned char>(letter[0]);
  if (letter.size() == 1) return first;
  std::uint32_t point = first & (0xFFU >> (letter.size() + 1));
  for (const char byte : letter.substr(1)) {
    point = point << 6U | (static_cast<unsigned char>(byte) & 0x3FU);
  }
  return point;
}

struct CodePoints {
  std::uint32_t first;
  std::uint32_t last;
};

/// Characters that a reader does not see and that can make a text look like another one: controls,
/// format characters, changes of the writing direction, and fillers. The two joiners, U+200C and
/// U+200D, are allowed because scripts and emoji need them.
constexpr auto kHidden = std::to_array<CodePoints>({
    {0x00, 0x1F},       {0x7F, 0x9F},       {0xAD, 0xAD},       {0x61C, 0x61C},
    {0x115F, 0x1160},   {0x180E, 0x180E},   {0x200B, 0x200B},   {0x200E, 0x200F},
    {0x2028, 0x202E},   {0x2060, 0x206F},   {0x3164, 0x3164},   {0xFEFF, 0xFEFF},
    {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFB},   {0x110BD, 0x110BD}, {0x110CD, 0x110CD},
    {0x13430, 0x1343F}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
});

bool is_hidden(std::uint32_t point) {
  return std::any_of(kHidden.begin(), kHidden.end(), [point](const CodePoints& range) {
    return point >= range.first && point <= range.last;
  });
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

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = letter_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

bool is_visible(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = letter_length(text);
    if (length == 0) return false;
    const bool is_space = text[0] == '\n' || text[0] == '\t';
    if (!is_space && is_hidden(code_point(text.substr(0, length)))) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string printable(std::string_view text) {
  std::string line;
  while (!text.empty()) {
    const std::size_t length = letter_length(text);
    const std::uint32_t point = length > 0 ? code_point(text.substr(0, length)) : 0;
    if (point == '\n' || point == '\r' || point == '\t') {
      line += ' ';
    } else if (length > 0 && !is_hidden(point)) {
      line += text.substr(0, length);
    } else if (length > 1) {
      line += fmt::format("\\u{:04x}", point);
    } else {
      line += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
    }
    text.remove_prefix(std::max<std::size_t>(1, length));
  }
  return line;
}

std::string excerpt(std::string_view text, std::size_t most) {
  if (text.size() <= most) return printable(text);
  std::size_t end = most;
  while (end > 0 && !begins_letter(text[end])) --end;
  return printable(text.substr(0, end)) + "…";
}

}  // namespace heatwave::words
