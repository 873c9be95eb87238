// Finds the range from a high percentile of the samples that differ visibly from rest.
#include "app/view/exposed_range.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace heatwave::view {
namespace {

constexpr double kPercentile = 0.8;
/// The range ends this far beyond the percentile, so that a wave whose crests are the brightest
/// part of the field is not cut off.
constexpr float kHeadroom = 1.5F;
/// Samples closer to rest than this part of the range do not count, because most of a field may be
/// at rest.
constexpr float kAtRest = 1.0F / 64;

/// Returns the upper end for samples given as distances from rest. `reach`: the greatest distance
/// in the field.
template <typename Distance>
float end_of(const lines::Samples& samples, float reach, const Distance& distance) {
  std::vector<float> moved;
  moved.reserve(samples.values.size());
  for (std::size_t i = 0; i < samples.values.size(); ++i) {
    const float away = distance(samples.values[i]);
    if (!samples.is_wall(i) && away > kAtRest * reach) moved.push_back(away);  // not NaN
  }
  if (moved.empty()) return reach;
  const auto at = moved.begin() +
                  static_cast<std::ptrdiff_t>(kPercentile * static_cast<double>(moved.size() - 1));
  std::nth_element(moved.begin(), at, moved.end());
  return std::min(reach, kHeadroom * *at);
}

}  // namespace

ValueRange exposed_range(const lines::Samples& samples, const ValueRange& all, bool is_signed) {
  const auto [least, most] = all;
  if (is_signed) {
    const float end = end_of(samples, std::max(std::abs(least), std::abs(most)),
                             [](float value) { return std::abs(value); });
    return {std::max(least, -end), std::min(most, end)};
  }
  const float reach = most - least;
  const float above =
      end_of(samples, reach, [least = least](float value) { return value - least; });
  const float below = end_of(samples, reach, [most = most](float value) { return most - value; });
  return {most - below, least + above};
}

}  // namespace heatwave::view
