// Decodes UTF-8, and lists characters that cannot be seen.
#include "kernels/core/utf8.h"

#include <algorithm>
#include <array>

namespace heatwave::core {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

constexpr auto kHidden = std::to_array<Range>({
    {0x00, 0x1F},       {0x7F, 0x9F},       {0xAD, 0xAD},       {0x61C, 0x61C},
    {0x115F, 0x1160},   {0x180E, 0x180E},   {0x200B, 0x200B},   {0x200E, 0x200F},
    {0x2028, 0x202E},   {0x2060, 0x206F},   {0x3164, 0x3164},   {0xFEFF, 0xFEFF},
    {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFB},   {0x110BD, 0x110BD}, {0x110CD, 0x110CD},
    {0x13430, 0x1343F}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
});

}  // namespace

Letter first_letter(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return {first, 1};
  const std::size_t bytes = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
  if (bytes == 0 || first > 0xF4 || text.size() < bytes) return {};
  char32_t code = first & (0xFFU >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    if (begins_letter(text[i])) return {};
    code = (code << 6U) | (byte(i) & 0x3FU);
  }
  // Overlong forms, single surrogates and code points beyond U+10FFFF are not valid UTF-8 either.
  constexpr std::array<char32_t, 5> kSmallest{0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = code >= 0xD800 && code < 0xE000;
  if (code < kSmallest[bytes] || code > 0x10FFFF || is_surrogate) return {};
  return {code, bytes};
}

std::size_t letters_in(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins_letter));
}

std::size_t bytes_of_letters(std::string_view text, std::size_t letters) {
  std::size_t bytes = 0;
  for (; bytes < text.size(); ++bytes) {
    if (begins_letter(text[bytes]) && letters-- == 0) break;
  }
  return bytes;
}

bool is_hidden(char32_t code) {
  return std::any_of(kHidden.begin(), kHidden.end(), [code](const Range& range) {
    return code >= range.first && code <= range.last;
  });
}

}  // namespace heatwave::core
