// The GPU's half of an experiment with one array in and one out: its memory. A kernel
// `(in, out, n)` and a launcher are all that an experiment adds.
#pragma once

#include <cuda_runtime.h>

#include <vector>

#include "kernels/core/cuda_buffers.h"
#include "kernels/lab/bench/array_experiment.h"
#include "kernels/lab/bench/launch.cuh"

namespace heatwave::lab {

/// The arrays on the device, and the result here.
template <typename T>
struct ArrayDevice {
  explicit ArrayDevice(const ArrayProblem<T>& problem)
      : n(static_cast<long long>(problem.in.size())),
        threads(static_cast<unsigned>(problem.threads)),
        in(problem.in.size()),
        out(problem.in.size()),
        result(problem.in.size()) {}

  long long n;
  unsigned threads;  ///< of a block
  core::DeviceBuffer<T> in;
  core::DeviceBuffer<T> out;
  std::vector<T> result;
  bool only_copied = false;  ///< the variant is a copy, to measure against
};

}  // namespace heatwave::lab
