// Helpers for error messages: lists, printable text, and the texts of exceptions.
#pragma once

#include <exception>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heatwave::words {

/// Returns "a, b, c".
std::string joined(std::span<const std::string> words);

/// Turns the text of an error, written as part of a sentence for the terminal, into a full sentence
/// for a window.
std::string sentence(std::string text);

/// True if the whole text is valid UTF-8.
bool is_utf8(std::string_view text);

/// True if a text is valid UTF-8 without control characters, except line breaks and tabs, and
/// without characters that are invisible or change the writing direction.
bool is_visible(std::string_view text);

/// Makes one line that is safe to print on a terminal: line breaks become spaces; invalid UTF-8,
/// control characters and invisible characters become escapes such as \x1b and \u202e.
std::string printable(std::string_view text);

/// Quotes the beginning of a text in a message: printable, at most `most` bytes, with "…" where it
/// is cut off.
std::string excerpt(std::string_view text, std::size_t most = 80);

/// Returns the ids of a list.
std::vector<std::string> ids_of(const auto& things) {
  std::vector<std::string> ids;
  for (const auto& thing : things) ids.emplace_back(thing.id);
  return ids;
}

/// Returns the exception's message; "out of memory", which needs no allocation, for std::bad_alloc
/// and where there is no memory for the message.
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
