// NCCL sends arrays between the GPUs of this process. It is loaded at run time, so that the program
// starts without it.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <span>
#include <vector>

#include "kernels/core/non_copyable.h"

namespace heatwave::core {

/// Devices that send floats to each other. A rank is a device's place in the list of devices.
class Nccl : NonCopyable {
 public:
  /// Throws Unavailable when the library is not installed, when a device is named twice, or when it
  /// cannot start.
  explicit Nccl(const std::vector<int>& devices);
  ~Nccl();

  /// A part of an exchange: one rank sends floats to another and receives as many from it.
  struct Swap {
    int rank = 0;
    int other = 0;
    const float* from = nullptr;  ///< device memory of the rank
    float* to = nullptr;          ///< device memory of the rank
    std::size_t floats = 0;
    cudaStream_t stream = nullptr;  ///< a stream of the rank's device
  };
  /// Queues all parts of an exchange in their streams. No call waits for a device.
  void exchange(std::span<const Swap> swaps) const;

 private:
  std::vector<void*> ranks_;
};

}  // namespace heatwave::core
