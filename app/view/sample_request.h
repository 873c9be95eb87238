// A room's request for samples of the field: which area, and how many samples.
#pragma once

#include <cstdint>
#include <span>

#include "app/lines/sampled_field.h"

namespace heatwave::view {

/// Requests samples of `area`, a part of the grid: at most `most` of them in x and y.
struct SampleRequest {
  core::Rect area;
  core::Extent most{256, 192};
  bool before = false;   ///< also requests the previous time level
  bool vectors = false;  ///< also requests the vectors of the scene's flow
  friend bool operator==(const SampleRequest&, const SampleRequest&) = default;
};

/// Spreads samples from the centre of the area's first cell to that of its last one, at least one
/// cell apart.
lines::Samples places_of(const SampleRequest& request);
/// Marks the samples next to a wall, even to a wall of one cell between two samples.
void find_walls(lines::Samples& samples, std::span<const std::uint8_t> flags, core::Extent grid);

}  // namespace heatwave::view
