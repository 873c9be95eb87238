// This file launches the kernels that reverse an array. The copies of all such experiments are in
// kernels/lab/bench/array_device.cu.
#include <cuda_runtime.h>

#include "kernels/lab/bench/array_device.cuh"
#include "kernels/lab/experiments/reverse/reverse_experiment.h"
#include "kernels/lab/experiments/reverse/reverse_kernels.cuh"

namespace heatwave::lab::reverse_experiment {

using Ints = ArrayProblem<std::int32_t>;
using IntsDevice = ArrayDevice<std::int32_t>;

// variant: direct
Launched reverse_direct(const Ints& /*problem*/, IntsDevice& device, Queue queue) {
  const unsigned grid = blocks_for(device.n, device.threads);  //! one thread for each element
  reverse_directly<<<grid, device.threads, 0, queue>>>(device.in.data(), device.out.data(),
                                                       device.n);
  return launched(reverse_directly, grid, device.threads);
}

// variant: shared
Launched reverse_shared(const Ints& /*problem*/, IntsDevice& device, Queue queue) {
  const unsigned grid = blocks_for(device.n, device.threads);
  const std::size_t shared = device.threads * sizeof(int);  //! the elements of one block
  reverse_through_shared<<<grid, device.threads, shared, queue>>>(device.in.data(),
                                                                  device.out.data(), device.n);
  return launched(reverse_through_shared, grid, device.threads, shared);
}

// variant: vectors
Launched reverse_vectors(const Ints& /*problem*/, IntsDevice& device, Queue queue) {
  const unsigned grid = blocks_for(device.n, 4LL * device.threads);  //! four per thread
  reverse_by_vectors<<<grid, device.threads, 0, queue>>>(device.in.data(), device.out.data(),
                                                         device.n);
  return launched(reverse_by_vectors, grid, device.threads);
}

// variant: copy
Launched reverse_copy(const Ints& problem, IntsDevice& device, Queue queue) {
  HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(device.out.data(), device.in.data(),  //!
                                      problem.in.size() * sizeof(int), cudaMemcpyDeviceToDevice,
                                      queue));
  device.only_copied = true;
  return {};
}
// end

}  // namespace heatwave::lab::reverse_experiment
