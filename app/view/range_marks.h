// Which values lie beyond a fixed range of colours, where they look like its end.
#pragma once

#include "app/colour/colouring.h"

namespace heatwave::view {

/// Values below the first and above the second are marked as such; infinite: none is.
struct RangeMarks {
  float below;
  float above;
};

/// None for an automatic range, which follows the field. None below zero where that is what was
/// asked for.
RangeMarks range_marks(const colour::ColourChoice& choice, const colour::ColourScale& scale);

}  // namespace heatwave::view
