// The results of variants are checked, worded and thinned for display here.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/core/geometry.h"
#include "kernels/core/grouped.h"
#include "kernels/lab/lab_run.h"

namespace heatwave::lab {

using core::grouped;

/// Splits [begin, end) into chunks and calls work(begin, end) for each, until a stop is requested.
/// A chunk takes some milliseconds at most.
template <std::int64_t kChunk = std::int64_t{1} << 20U, typename Work>
void in_chunks(std::int64_t begin, std::int64_t end, const Stop& stop, const Work& work) {
  for (std::int64_t at = begin; at < end && !stop.stop_requested(); at += kChunk) {
    work(at, std::min(at + kChunk, end));
  }
}

/// Calls `turn(i)` for each i from `begin` up to but not including `end`. Stops early on request.
template <typename Turn>
void take_turns(std::int64_t begin, std::int64_t end, const Stop& stop, const Turn& turn) {
  constexpr std::int64_t kBetweenLooks = 4096;
  in_chunks<kBetweenLooks>(begin, end, stop, [&](std::int64_t i, std::int64_t pause) {
    for (; i < pause; ++i) turn(i);
  });
}

/// Returns for how many i below `size` the element is right. Stops early on request.
template <typename IsRight>
std::int64_t count_right(std::size_t size, const Stop& stop, const IsRight& is_right) {
  std::int64_t right = 0;
  take_turns(0, static_cast<std::int64_t>(size), stop,
             [&](std::int64_t i) { right += is_right(static_cast<std::size_t>(i)) ? 1 : 0; });
  return right;
}

/// Returns the outcome of a check that counts correct elements.
inline Outcome outcome_of_count(std::int64_t right, std::int64_t all) {
  return {.right = right == all,
          .result = core::grouped(right) + " right",
          .expected = core::grouped(all) + " right",
          .error = static_cast<double>(all - right) / static_cast<double>(all)};
}

/// Returns the outcome of an array whose every element must be exact. Stops early on request.
template <typename T>
Outcome outcome_of_array(const T* out, const std::vector<T>& expected, const Stop& stop) {
  const std::int64_t right =
      count_right(expected.size(), stop, [&](std::size_t i) { return out[i] == expected[i]; });
  return outcome_of_count(right, static_cast<std::int64_t>(expected.size()));
}

/// Returns the outcome of a variant that only copies. Stops early on request.
template <typename T>
Outcome outcome_of_copy(const std::vector<T>& out, const std::vector<T>& in,
                        const std::string& note, const Stop& stop) {
  const bool same = outcome_of_array(out.data(), in, stop).right;
  return {.right = same,
          .result = same ? "a copy" : "not a copy",
          .expected = "a copy",
          .error = same ? 0.0 : 1.0,
          .note = note};
}

/// Returns every k-th cell of every k-th row, with the smallest k that gives at most 1024 cells on
/// a side.
inline std::shared_ptr<const Picture> picture_of(core::Extent extent,
                                                 const std::vector<float>& cells) {
  constexpr int kLongest = 1024;
  const int k = (std::max(extent.width, extent.height) + kLongest - 1) / kLongest;
  auto picture = std::make_shared<Picture>();
  picture->extent = {(extent.width + k - 1) / k, (extent.height + k - 1) / k};
  picture->cells.reserve(static_cast<std::size_t>(picture->extent.cells()));
  for (int y = 0; y < extent.height; y += k) {
    for (int x = 0; x < extent.width; x += k) {
      picture->cells.push_back(cells[core::whole(extent).index(x, y)]);
    }
  }
  return picture;
}

/// The exact sum of non-negative terms, computed in double precision.
struct ExactSum {
  double value = 0.0;
  bool whole_terms = false;  ///< true: every order gives an equal sum while it stays below 2^24
};

/// Checks a sum in single precision. `roundings` is the largest number of operations that round a
/// term on its way into the sum; each may be off by 2^-24 of it.
Outcome checked_sum(const ExactSum& exact, float sum, double roundings);

/// Returns a number with six digits, such as "2.34552e13", as the slides print it.
std::string six_digits(double value);

/// Returns how many CPU threads are worth waking for this many elements.
int useful_threads(std::int64_t elements);

}  // namespace heatwave::lab
