// A display target that copies the newest frame for tests to inspect.
#pragma once

#include <stdexcept>
#include <vector>

#include "kernels/field/display_target.h"

namespace heatwave::field::testing {

class CapturedFrame final : public DisplayTarget {
 public:
  explicit CapturedFrame(int longest) : longest_(longest) {}
  [[nodiscard]] int longest_side() const override { return longest_; }
  [[nodiscard]] bool takes_device_frames() const override { return false; }
  void show(const DeviceFrame& /*frame*/) override {
    throw std::logic_error("device frames were declined");
  }
  void show(const HostFrame& frame) override {
    extent = frame.extent;
    cells.clear();
    for (int y = 0; y < extent.height; ++y) {
      const float* row = frame.cells + static_cast<std::size_t>(y) * frame.stride;
      cells.insert(cells.end(), row, row + extent.width);
    }
  }

  core::Extent extent;
  std::vector<float> cells;

 private:
  int longest_;
};

}  // namespace heatwave::field::testing
