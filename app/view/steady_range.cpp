// Follows a field's minimum and maximum.
#include "app/view/steady_range.h"

#include <algorithm>
#include <cmath>

namespace heatwave::view {
namespace {

constexpr double kHalfLife = 1.5;      ///< seconds in which half the surplus goes
constexpr float kUnseen = 1.0F / 256;  ///< of the range: a surplus that nobody sees is none

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
  // Or a picture at rest would change for as long as a float has digits.
  const float unseen = kUnseen * (maximum - minimum);
  if (minimum - minimum_ < unseen) minimum_ = minimum;
  if (maximum_ - maximum < unseen) maximum_ = maximum;
}

}  // namespace heatwave::view
