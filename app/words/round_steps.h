// The steps in which people count along a scale.
#pragma once

namespace heatwave::words {

/// The smallest step of 1, 2 or 5 times a power of ten that gives at most `most` ticks, but two at
/// the least: one alone tells no range.
double tick_step(double low, double high, int most);

}  // namespace heatwave::words
