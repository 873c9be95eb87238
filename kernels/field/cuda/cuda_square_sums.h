// Sums of squares in a device's memory. Knows no CUDA header, so that a program without CUDA has
// it.
#pragma once

#include <memory>
#include <span>

#include "kernels/field/display_target.h"

namespace heatwave::field {

/// Every call throws core::DeviceLost when the device fails.
class CudaSquareSums {
 public:
  /// Returns true in a program that was built with CUDA.
  static bool exist();

  /// Allocates sums for the frame's extent on its device; their values are undefined until
  /// upload().
  explicit CudaSquareSums(const DeviceFrame& frame);
  ~CudaSquareSums();
  CudaSquareSums(const CudaSquareSums&) = delete;
  CudaSquareSums& operator=(const CudaSquareSums&) = delete;
  CudaSquareSums(CudaSquareSums&&) = delete;
  CudaSquareSums& operator=(CudaSquareSums&&) = delete;

  [[nodiscard]] int device() const { return device_; }
  /// Queues a copy of these sums, row by row without gaps, in the frame's stream.
  void upload(std::span<const float> sums, const DeviceFrame& frame);
  /// Queues the addition of each cell's square in the frame's stream.
  void add(const DeviceFrame& frame);
  /// Waits for all queued work and copies the sums.
  void download(std::span<float> sums) const;

 private:
  struct Memory;

  int device_;
  std::unique_ptr<Memory> memory_;
};

}  // namespace heatwave::field
