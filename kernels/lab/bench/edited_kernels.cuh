// The attributes of the kernel that a launch really uses.
#pragma once

#include <cuda_runtime.h>

namespace heatwave::lab {

/// A launch's share of a multiprocessor.
struct KernelNeeds {
  int registers = 0;  ///< registers of a thread
  std::size_t shared_bytes = 0;
  std::size_t local_bytes = 0;
  int blocks = 0;  ///< blocks that fit on a multiprocessor at once
};

/// Returns the needs of a kernel, or of the edited one that is launched in its place.
KernelNeeds needs_of(const void* kernel, int threads, std::size_t dynamic_shared);

}  // namespace heatwave::lab
