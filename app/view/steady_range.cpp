// Follows a field's minimum and maximum.
#include "app/view/steady_range.h"

#include <algorithm>
#include <cmath>

namespace heatwave::view {
namespace {

constexpr double kHalfLife = 1.5;      ///< seconds in which the surplus halves
constexpr float kUnseen = 1.0F / 256;  ///< fraction of the range; a smaller surplus is invisible

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
  // Without this, the picture of a field at rest would change until the surplus is lost in
  // rounding.
  const float unseen = kUnseen * (maximum - minimum);
  if (minimum - minimum_ < unseen) minimum_ = minimum;
  if (maximum_ - maximum < unseen) maximum_ = maximum;
}

}  // namespace heatwave::view
