// What experiments that add up floats share: how exact a sum must be, and loops that can be
// stopped.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "kernels/lab/lab_run.h"

namespace heatwave::lab {

/// What a sum of non-negative terms should be, by a reference in double precision.
struct ExactSum {
  double value = 0.0;
  bool whole_terms = false;  ///< then every order gives the same sum, while it stays below 2^24
};

/// Checks a sum in single precision. `roundings` is how many additions, and multiplications before
/// them, a term goes through at most on its way into the sum: each may be off by 2^-24 of it.
Outcome checked_sum(const ExactSum& exact, float sum, double roundings);

/// "2.34552e13": six digits, as the lecture prints them.
std::string six_digits(double value);

/// How many threads of the CPU are worth waking for so many elements.
int worthwhile_threads(std::int64_t elements);

/// Calls work(begin, end) for one stretch of [begin, end) after the other, until somebody asks to
/// stop. A stretch takes some milliseconds at most.
template <typename Work>
void in_stretches(std::int64_t begin, std::int64_t end, const Stop& stop, const Work& work) {
  constexpr std::int64_t kStretch = 1 << 20;
  for (std::int64_t at = begin; at < end && !stop.stop_requested(); at += kStretch) {
    work(at, std::min(at + kStretch, end));
  }
}

}  // namespace heatwave::lab
