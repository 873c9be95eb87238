// Samples are what a solver reads from its field for measurements: the values of single cells, and
// totals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/core/geometry.h"
#include "kernels/field/totals.h"

namespace heatwave::field {

/// A request for samples of one component at evenly spaced steps.
struct Sampling {
  /// Steps between samples: each step that is a multiple of it is sampled; 0: no step is.
  std::int64_t every = 0;
  std::size_t component = 0;
  std::vector<core::Cell> cells;  ///< the cells whose values are read
  bool totals = false;            ///< the totals of the whole component are computed

  [[nodiscard]] bool none() const { return every == 0 || (cells.empty() && !totals); }
  /// Returns the number of samples in these steps after step `step`.
  [[nodiscard]] std::int64_t due(std::int64_t step, std::int64_t steps) const {
    return none() ? 0 : (step + steps) / every - step / every;
  }
  friend bool operator==(const Sampling&, const Sampling&) = default;
};

/// Samples in the order of their steps.
struct SampleSeries {
  std::vector<std::int64_t> steps;
  std::vector<float> values;   ///< for each sample, one value for each of the cells
  std::vector<Totals> totals;  ///< one for each sample; empty: none were wanted
  /// A solver of a slab gives these in place of totals: for each sample, one for each of its own
  /// rows
  std::vector<RowTotals> rows;
};

}  // namespace heatwave::field
