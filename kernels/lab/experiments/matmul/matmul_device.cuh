// What the GPU variants of the matrix multiply share: the matrices on the device.
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

/// Rows may be padded with zeros to a multiple of 32 elements, so that each begins where vectors
/// may be loaded.
struct MatmulDevice {
  explicit MatmulDevice(const MatmulProblem& problem)
      : n(static_cast<int>(problem.n)),
        padded((n + 31) / 32 * 32),
        a(static_cast<std::size_t>(padded) * static_cast<std::size_t>(n)),  // cudaMalloc
        b(a.size()),
        c(a.size()),
        result(problem.a.size()) {}

  int n;
  int padded;  ///< elements of a padded row
  core::DeviceBuffer<float> a;
  core::DeviceBuffer<float> b;
  core::DeviceBuffer<float> c;
  std::vector<float> result;
  std::optional<core::Cublas> cublas;

  /// Blocks of so many rows and columns each that cover the product.
  [[nodiscard]] dim3 grid(int side) const { return {blocks_for(n, side), blocks_for(n, side), 1}; }
};

}  // namespace heatwave::lab::matmul_experiment
