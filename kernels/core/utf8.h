// Characters of UTF-8 texts.
#pragma once

#include <cstddef>
#include <string_view>

namespace heatwave::core {

struct Letter {
  char32_t code = 0;
  std::size_t bytes = 0;  ///< 0: the text does not begin with valid UTF-8
};
/// Returns the first character of a text that is not empty.
Letter first_letter(std::string_view text);

/// True for characters that a reader does not see and that can make a text look like another one:
/// controls, format characters, changes of the writing direction, and fillers. The two joiners,
/// U+200C and U+200D, are not among them because scripts and emoji need them.
bool is_hidden(char32_t code);

/// True if a UTF-8 character begins with this byte.
constexpr bool begins_letter(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
}

/// Returns the number of characters.
std::size_t letters_in(std::string_view text);
/// Returns the bytes of the first characters, as many as these; of all of them if there are fewer.
std::size_t bytes_of_letters(std::string_view text, std::size_t letters);

}  // namespace heatwave::core
