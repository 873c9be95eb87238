// Numbers as a person reads them: with long rows of digits in groups of three.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

namespace heatwave::core {

/// Groups the digits that a number begins with, after its sign, from five digits on: "12400.25"
/// becomes "12 400.25", and "1024" remains. The spaces do not break.
inline std::string grouped(std::string number) {
  constexpr std::size_t kFewestGrouped = 5;
  const std::size_t first = number.find_first_of("0123456789");
  if (first == std::string::npos) return number;
  const std::size_t end = std::min(number.find_first_not_of("0123456789", first), number.size());
  if (end - first < kFewestGrouped) return number;
  for (std::size_t i = end; i > first + 3;) number.insert(i -= 3, "\u00A0");
  return number;
}

/// Returns the digits of a number, grouped: "12 400", and "1024". The minus sign is U+2212.
inline std::string grouped(std::int64_t number) {
  const std::string text = grouped(std::to_string(number));
  return number < 0 ? "−" + text.substr(1) : text;
}

}  // namespace heatwave::core
