// Totals of a field over time: its minimum, its maximum, and its heat or energy, in bounded memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/field/totals.h"

namespace heatwave::session {

using field::Totals;

/// Totals over time in bounded memory: a full log drops every second entry.
struct TotalsLog {
  static constexpr std::size_t kMost = 4096;
  std::vector<double> steps;
  std::vector<float> minimum;
  std::vector<float> maximum;
  std::vector<float> total;

  void add(std::int64_t step, const Totals& totals);
  void clear() { *this = {}; }

 private:
  double gap_ = 0.0;
};

}  // namespace heatwave::session
