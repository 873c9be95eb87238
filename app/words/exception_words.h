// Exceptions in words, where there may be no memory for them.
#pragma once

#include <exception>
#include <new>
#include <string>

namespace heatwave::words {

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
