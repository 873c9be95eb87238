// Finds the word that a person meant, by its edit distance.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace heatwave::core {

/// Returns the choice with the fewest letters to change; nothing if no choice is similar.
std::optional<std::string> nearest_word(std::string_view word,
                                        std::span<const std::string> choices);

}  // namespace heatwave::core
