// Finds where marks begin.
#include "app/view/range_marks.h"

#include <limits>

namespace heatwave::view {

RangeMarks range_marks(const colour::ColourChoice& choice, const colour::ColourScale& scale) {
  constexpr float kNone = std::numeric_limits<float>::infinity();
  if (choice.automatic) return {-kNone, kNone};
  // What is no further away than one colour from the next is within what colours can tell.
  const float reach = (scale.high - scale.low) / static_cast<float>(scale.map->table.size());
  return {choice.positive ? -kNone : scale.low - reach, scale.high + reach};
}

}  // namespace heatwave::view
