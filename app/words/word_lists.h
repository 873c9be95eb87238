// Words of errors: lists, the word that was meant, text that a terminal may show, and exceptions.
#pragma once

#include <exception>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heatwave::words {

/// "a, b, c"
std::string joined(std::span<const std::string> words);

/// The choice that takes the fewest changed letters to reach; nothing when none is like the word.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> choices);

/// Errors are parts of a sentence, for a line on the terminal; what a window says is a whole one.
std::string sentence(std::string text);

/// Whether a letter of UTF-8 begins with this byte.
constexpr bool begins_letter(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
}

/// Whether a text is UTF-8 from its beginning to its end.
bool is_utf8(std::string_view text);

/// Whether a text is UTF-8 and shows all that it holds: it has no control characters but line
/// breaks and tabs, and no characters that are invisible or change the direction of writing.
bool is_visible(std::string_view text);

/// One line that a terminal may show: line breaks become spaces; bytes that are not UTF-8 and
/// characters that a terminal would obey or not show become escapes, as in \x1b and \u202e.
std::string printable(std::string_view text);

/// The beginning of a text, at most this many bytes of it, as a message quotes it: printable, with
/// "…" where it goes on.
std::string excerpt(std::string_view text, std::size_t most = 80);

/// What each of some things that have an id is called by it.
std::vector<std::string> ids_of(const auto& things) {
  std::vector<std::string> ids;
  for (const auto& thing : things) ids.emplace_back(thing.id);
  return ids;
}

/// The message of the exception. It is "out of memory", which a string holds without allocating,
/// for std::bad_alloc and where there is no memory for the message.
inline std::string words_of(const std::exception& error) noexcept {
  constexpr const char* kNoMemory = "out of memory";
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) return kNoMemory;
  try {
    return error.what();
  } catch (const std::bad_alloc&) {
    return kNoMemory;
  }
}

}  // namespace heatwave::words
