// Numbers and the results of checks are worded here for the lab.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/lab/lab_run.h"

namespace heatwave::lab {

/// Returns 1000000 as "1 000 000". The spaces do not break, as in all numbers in the window.
inline std::string grouped(std::int64_t number) {
  std::string text = std::to_string(number);
  const int first = number < 0 ? 1 : 0;
  for (int i = static_cast<int>(text.size()) - 3; i > first; i -= 3) {
    text.insert(static_cast<std::size_t>(i), "\u00A0");
  }
  return text;
}

/// Returns the outcome of a check that counts correct elements.
inline Outcome outcome_of_count(std::int64_t right, std::int64_t all) {
  return {.right = right == all,
          .result = std::to_string(right) + " right",
          .expected = std::to_string(all) + " right",
          .error = static_cast<double>(all - right) / static_cast<double>(all)};
}

/// Returns the outcome of an array whose every element must be exact.
template <typename T>
Outcome outcome_of_array(const std::vector<T>& out, const std::vector<T>& expected) {
  std::int64_t right = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) right += out[i] == expected[i] ? 1 : 0;
  return outcome_of_count(right, static_cast<std::int64_t>(expected.size()));
}

}  // namespace heatwave::lab
