// HostPlane receives a plane of a field in host memory.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "kernels/field/display_target.h"

namespace heatwave::session {

struct HostPlane final : field::DisplayTarget {
  /// `most`: the longest side that it takes; a larger field is thinned.
  explicit HostPlane(int most = std::numeric_limits<int>::max() / 2) : longest(most) {}

  [[nodiscard]] int longest_side() const override { return longest; }
  [[nodiscard]] bool takes_device_frames() const override { return false; }
  void show(const field::HostFrame& frame) override {
    extent = frame.extent;
    cells.resize(static_cast<std::size_t>(extent.cells()));
    for (int y = 0; y < extent.height; ++y) {
      const float* row = frame.cells + static_cast<std::size_t>(y) * frame.stride;
      std::copy_n(row, extent.width,
                  cells.begin() + static_cast<std::ptrdiff_t>(core::whole(extent).index(0, y)));
    }
  }
  void show(const field::DeviceFrame& /*frame*/) override {}
  [[nodiscard]] field::HostFrame frame() const {
    return {cells.data(), static_cast<std::size_t>(extent.width), extent};
  }

  int longest;
  core::Extent extent;
  std::vector<float> cells;  ///< row by row
};

}  // namespace heatwave::session
