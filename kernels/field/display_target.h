// A solver hands its newest field to a DisplayTarget without knowing what draws it.
#pragma once

#include <cstddef>

#include "kernels/core/geometry.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::field {

struct HostFrame {
  const float* cells = nullptr;
  std::size_t stride = 0;  ///< floats from one row to the next
  core::Extent extent;
};

struct DeviceFrame {
  const float* cells = nullptr;  ///< in device memory
  std::size_t pitch = 0;         ///< bytes from one row to the next
  core::Extent extent;
  void* stream = nullptr;  ///< CUDA stream in which the cells are ready
  int device = 0;          ///< device that holds the cells; it is current during the call
};

class DisplayTarget : core::NonCopyable {
 public:
  virtual ~DisplayTarget() = default;

  /// The longest side that can be shown. A larger field is thinned to every k-th cell.
  [[nodiscard]] virtual int longest_side() const = 0;
  [[nodiscard]] virtual bool takes_device_frames() const = 0;
  virtual void show(const HostFrame& frame) = 0;
  virtual void show(const DeviceFrame& frame) = 0;
};

/// Returns k, so that every k-th cell of a field of this extent gives no side longer than
/// `longest_side`.
inline int display_stride(core::Extent extent, int longest_side) {
  const int side = extent.width > extent.height ? extent.width : extent.height;
  return (side + longest_side - 1) / longest_side;
}

/// Returns the extent that remains if only every k-th cell is taken.
inline core::Extent thinned_extent(core::Extent extent, int k) {
  return {(extent.width + k - 1) / k, (extent.height + k - 1) / k};
}

inline core::Extent display_extent(core::Extent extent, int longest_side) {
  return thinned_extent(extent, display_stride(extent, longest_side));
}

}  // namespace heatwave::field
