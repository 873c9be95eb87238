// MatmulDevice holds the matrices on the device; the GPU variants of the matrix multiply share it.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/core/cublas.h"
#include "kernels/core/cuda_buffers.h"
#include "kernels/lab/bench/launch.cuh"
#include "kernels/lab/experiments/matmul/matmul_experiment.h"

namespace heatwave::lab::matmul_experiment {

/// Rows may be padded with zeros to a multiple of 32 elements, so that each row is aligned for
/// vector loads.
struct MatmulDevice {
  explicit MatmulDevice(const MatmulProblem& problem)
      : n(static_cast<int>(problem.n)),
        padded((n + 31) / 32 * 32),
        a(static_cast<std::size_t>(padded) * static_cast<std::size_t>(n)),  // cudaMalloc
        b(a.size()),
        c(a.size()),
        result(problem.a.size()) {}

  int n;
  int padded;  ///< elements in a padded row
  core::DeviceBuffer<float> a;
  core::DeviceBuffer<float> b;
  core::DeviceBuffer<float> c;
  std::vector<float> result;
  std::optional<core::Cublas> cublas;

  /// Returns the grid of blocks that cover the product; each block covers side × side elements.
  [[nodiscard]] dim3 grid(int side) const { return {blocks_for(n, side), blocks_for(n, side), 1}; }
};

}  // namespace heatwave::lab::matmul_experiment
