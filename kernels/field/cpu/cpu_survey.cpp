// The compiler turns this survey loop into SIMD code without being allowed to reorder anything.
#include "kernels/field/cpu/cpu_survey.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/core/every_level.h"

namespace heatwave::field {
namespace {

[[gnu::always_inline]] inline RowSurvey survey_of(const float* cells, int count) {
  constexpr int kLanes = 16;
  constexpr float kLargest = std::numeric_limits<float>::max();
  float low[kLanes];
  float high[kLanes];
  int bad[kLanes] = {};
  std::fill(low, low + kLanes, std::numeric_limits<float>::infinity());
  std::fill(high, high + kLanes, -std::numeric_limits<float>::infinity());
  int x = 0;
  for (; x + kLanes <= count; x += kLanes) {
    for (int lane = 0; lane < kLanes; ++lane) {
      const float value = cells[x + lane];
      low[lane] = value < low[lane] ? value : low[lane];
      high[lane] = value > high[lane] ? value : high[lane];
      bad[lane] |= std::fabs(value) <= kLargest ? 0 : 1;
    }
  }
  for (; x < count; ++x) {
    const float value = cells[x];
    low[0] = value < low[0] ? value : low[0];
    high[0] = value > high[0] ? value : high[0];
    bad[0] |= std::fabs(value) <= kLargest ? 0 : 1;
  }
  return {*std::min_element(low, low + kLanes), *std::max_element(high, high + kLanes),
          std::all_of(bad, bad + kLanes, [](int b) { return b == 0; })};
}

}  // namespace

RowSurvey survey_row(const float* cells, int count) {
  return core::kAtBestLevel<survey_of>(cells, count);
}

}  // namespace heatwave::field
