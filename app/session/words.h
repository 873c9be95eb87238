// Lists of words for errors, and the word that a wrong one was meant to be.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace heatwave::session {

/// "a, b, c"
std::string joined(std::span<const std::string> words);

/// The choice that takes the fewest changed letters to reach; nothing when none is like the word.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> choices);

}  // namespace heatwave::session
