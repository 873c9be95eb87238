// Follows a field's minimum and maximum.
#include "app/view/steady_range.h"

#include <algorithm>
#include <cmath>

namespace heatwave::view {
namespace {

constexpr double kHalfLife = 1.5;  ///< seconds in which half the surplus goes

}  // namespace

void SteadyRange::follow(float minimum, float maximum, double seconds) {
  if (!known_) {
    minimum_ = minimum;
    maximum_ = maximum;
    known_ = true;
    return;
  }
  const auto keep = static_cast<float>(std::exp2(-seconds / kHalfLife));
  minimum_ = std::min(minimum, minimum + (minimum_ - minimum) * keep);
  maximum_ = std::max(maximum, maximum + (maximum_ - maximum) * keep);
}

}  // namespace heatwave::view
