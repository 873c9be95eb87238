// Exceptions in words, where there may be no memory for them.
#pragma once

#include <exception>
#include <new>
#include <string>

namespace heatwave::words {

/// What the exception says; "out of memory", which a string holds without further memory, where it
/// is about that or there is none for its words.
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
