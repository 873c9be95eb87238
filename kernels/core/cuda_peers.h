// A device that is the peer of another one reads and writes its memory directly, after a call that
// allows it.
#pragma once

#include <cuda_runtime_api.h>

#include "kernels/core/cuda_check.h"
#include "kernels/core/cuda_stream.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::core {

/// Returns the device that the calling thread's CUDA calls use.
inline int this_device() {
  int device = 0;
  HEATWAVE_CUDA_CHECK(cudaGetDevice(&device));
  return device;
}

/// Selects a device for the calling thread's CUDA calls while it lives.
class OnDevice : NonCopyable {
 public:
  explicit OnDevice(int device) : before_(this_device()) { use_device(device); }
  ~OnDevice() { cudaSetDevice(before_); }

 private:
  int before_;
};

/// Lets a device access the memory of another one. Throws core::Error when they are no peers.
inline void allow_access(int device, int other) {
  if (device == other) return;
  const OnDevice here(device);
  const cudaError_t state = cudaDeviceEnablePeerAccess(other, 0);
  if (state == cudaErrorPeerAccessAlreadyEnabled) {
    (void)cudaGetLastError();  // the next launch must not report this error
    return;
  }
  HEATWAVE_CUDA_CHECK(state);
}

}  // namespace heatwave::core
