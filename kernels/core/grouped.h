// Whole numbers in words of kernels: with their digits in groups of three.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace heatwave::core {

/// Returns 1000000 as "1 000 000". The spaces do not break, as in all numbers in the window.
inline std::string grouped(std::int64_t number) {
  std::string text = std::to_string(number);
  const int first = number < 0 ? 1 : 0;
  for (int i = static_cast<int>(text.size()) - 3; i > first; i -= 3) {
    text.insert(static_cast<std::size_t>(i), "\u00A0");
  }
  return text;
}

}  // namespace heatwave::core
