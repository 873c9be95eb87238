// A result's picture is thinned if it is larger than a window shows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "kernels/core/geometry.h"
#include "kernels/lab/lab_run.h"

namespace heatwave::lab {

/// Returns every k-th cell of every k-th row, with the smallest k that gives at most 1,024 cells on
/// a side.
inline std::shared_ptr<const Picture> picture_of(core::Extent extent,
                                                 const std::vector<float>& cells) {
  constexpr int kLongest = 1024;
  const int k = (std::max(extent.width, extent.height) + kLongest - 1) / kLongest;
  auto picture = std::make_shared<Picture>();
  picture->extent = {(extent.width + k - 1) / k, (extent.height + k - 1) / k};
  picture->cells.reserve(static_cast<std::size_t>(picture->extent.cells()));
  for (int y = 0; y < extent.height; y += k) {
    for (int x = 0; x < extent.width; x += k) {
      picture->cells.push_back(cells[core::whole(extent).index(x, y)]);
    }
  }
  return picture;
}

}  // namespace heatwave::lab
