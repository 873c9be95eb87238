// What a room wants to know of the field's values: where, and how many of them.
#pragma once

#include <cstdint>
#include <span>

#include "app/lines/sampled_field.h"

namespace heatwave::view {

/// Which part of the grid, in how many places at most.
struct SampleWish {
  core::Rect area;
  core::Extent most{256, 192};
  bool before = false;  ///< and what was there a step before
  friend bool operator==(const SampleWish&, const SampleWish&) = default;
};

/// Places from the middle of the area's first cell to that of its last one, none closer than cells.
lines::Samples places_of(const SampleWish& wish);
/// Notes where a wall stands, be it in one cell between two places only.
void find_walls(lines::Samples& samples, std::span<const std::uint8_t> flags, core::Extent grid);

}  // namespace heatwave::view
