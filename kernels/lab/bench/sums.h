// Experiments that add floats share the check of a sum and loops that can be stopped.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "kernels/lab/lab_run.h"

namespace heatwave::lab {

/// The exact sum of non-negative terms, computed in double precision.
struct ExactSum {
  double value = 0.0;
  bool whole_terms = false;  ///< true: every order gives an equal sum while it stays below 2^24
};

/// Checks a sum in single precision. `roundings` is the largest number of operations that round a
/// term on its way into the sum; each may be off by 2^-24 of it.
Outcome checked_sum(const ExactSum& exact, float sum, double roundings);

/// Returns a number with six digits, such as "2.34552e13", as the lecture prints it.
std::string six_digits(double value);

/// Returns how many CPU threads are worth waking for this many elements.
int useful_threads(std::int64_t elements);

/// Splits [begin, end) into chunks and calls work(begin, end) for each, until a stop is requested.
/// A chunk takes some milliseconds at most.
template <typename Work>
void in_chunks(std::int64_t begin, std::int64_t end, const Stop& stop, const Work& work) {
  constexpr std::int64_t kStretch = 1 << 20;
  for (std::int64_t at = begin; at < end && !stop.stop_requested(); at += kStretch) {
    work(at, std::min(at + kStretch, end));
  }
}

}  // namespace heatwave::lab
