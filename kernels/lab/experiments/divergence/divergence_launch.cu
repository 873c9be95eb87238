// This file launches the kernels that compute each element by one of two paths. The copies of all
// such experiments are in kernels/lab/bench/array_device.cu.
#include <cuda_runtime.h>

#include "kernels/lab/bench/array_device.cuh"
#include "kernels/lab/experiments/divergence/divergence_experiment.h"
#include "kernels/lab/experiments/divergence/divergence_kernels.cuh"

namespace heatwave::lab::divergence_experiment {

using Numbers = ArrayProblem<std::uint32_t>;
using NumbersDevice = ArrayDevice<std::uint32_t>;

// variant: lanes
Launched divergence_lanes(const Numbers& /*problem*/, NumbersDevice& device, Queue queue) {
  const unsigned grid = blocks_for(device.n, device.threads);  //! one thread for each element
  compute_by_lanes<<<grid, device.threads, 0, queue>>>(device.in.data(), device.out.data(),
                                                       device.n);
  return launched(compute_by_lanes, grid, device.threads);
}

// variant: no-branch
Launched divergence_no_branch(const Numbers& /*problem*/, NumbersDevice& device, Queue queue) {
  const unsigned grid = blocks_for(device.n, device.threads);
  compute_both_paths<<<grid, device.threads, 0, queue>>>(device.in.data(), device.out.data(),
                                                         device.n);  //!
  return launched(compute_both_paths, grid, device.threads);
}

// variant: partitioned
Launched divergence_partitioned(const Numbers& /*problem*/, NumbersDevice& device, Queue queue) {
  const unsigned grid = blocks_for(device.n, device.threads);
  compute_partitioned<<<grid, device.threads, 0, queue>>>(device.in.data(), device.out.data(),
                                                          device.n);  //!
  return launched(compute_partitioned, grid, device.threads);
}
// end

}  // namespace heatwave::lab::divergence_experiment
