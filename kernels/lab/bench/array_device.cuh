// ArrayDevice is the GPU memory of an experiment with one input array and one output array. The
// experiment itself adds only a kernel `(in, out, n)` and a launcher.
#pragma once

#include <cuda_runtime.h>

#include <vector>

#include "kernels/core/cuda_buffers.h"
#include "kernels/lab/bench/array_experiment.h"
#include "kernels/lab/bench/launch.cuh"

namespace heatwave::lab {

/// The arrays on the device, and the result on the host.
template <typename T>
struct ArrayDevice {
  explicit ArrayDevice(const ArrayProblem<T>& problem)
      : n(static_cast<long long>(problem.in.size())),
        threads(static_cast<unsigned>(problem.threads)),
        in(problem.in.size()),
        out(problem.in.size()),
        result(problem.in.size()) {}

  long long n;
  unsigned threads;  ///< threads in a block
  core::DeviceBuffer<T> in;
  core::DeviceBuffer<T> out;
  std::vector<T> result;
  /// True: the variant only copies the input, as a reference for the time.
  bool only_copied = false;
};

}  // namespace heatwave::lab
