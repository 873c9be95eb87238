// The values that a scale of colours is counted by: ticks of its bar, levels of contours.
#pragma once

#include <string>
#include <vector>

#include "app/colour/colouring.h"

namespace heatwave::lines {

inline constexpr int kMostLevels = 16;

struct Levels {
  std::vector<double> values;  ///< in growing order
  double step = 0.0;           ///< from one to the next
};

/// The borders of bands, or every second or third where they are too many; without bands values
/// that are round as they are said. None for a range that has no width.
Levels levels_of(const colour::ColourScale& scale, int most = kMostLevels);
/// Those between the ends of the scale: at the ends there is nothing on one side.
Levels inner_levels(const colour::ColourScale& scale, int most = kMostLevels);

/// The levels, and with them the limits of a fixed range where it has any.
Levels with_limits(Levels levels, const colour::ColourScale& scale,
                   const colour::ColourLimits& limits);

/// A level as it is said, with as many digits as tell it from its neighbours, and its unit.
std::string level_words(const colour::ColourScale& scale, double value, double step);
/// How many steps a level is from the one that is said as zero.
long long steps_from_zero(const colour::ColourScale& scale, double value, double step);

}  // namespace heatwave::lines
