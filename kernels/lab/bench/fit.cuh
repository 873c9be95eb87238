// Kernels with grid-stride loops launch as many blocks as fit on the device at once.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "kernels/core/cuda_check.h"

namespace heatwave::lab {

inline int multiprocessors() {
  int device = 0;
  int number = 0;
  HEATWAVE_CUDA_CHECK(cudaGetDevice(&device));
  HEATWAVE_CUDA_CHECK(cudaDeviceGetAttribute(&number, cudaDevAttrMultiProcessorCount, device));
  return number;
}

/// Returns how many blocks fit on the device at once: at least one and at most `needed`.
template <typename Kernel>
unsigned blocks_that_fit(Kernel* kernel, unsigned threads, std::size_t dynamic_shared,
                         std::int64_t needed) {
  int on_each = 0;
  HEATWAVE_CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      &on_each, kernel, static_cast<int>(threads), dynamic_shared));
  const std::int64_t fit = std::int64_t{multiprocessors()} * on_each;
  return static_cast<unsigned>(std::max<std::int64_t>(1, std::min(fit, needed)));
}

}  // namespace heatwave::lab
