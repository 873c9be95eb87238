// This file launches the matrix multiply kernels with sums in registers.
#include <cuda_runtime.h>

#include "kernels/lab/experiments/matmul/matmul_device.cuh"
#include "kernels/lab/experiments/matmul/matmul_registers_kernels.cuh"

namespace heatwave::lab::matmul_experiment {

// variant: register-tiles
Launched matmul_register_tiles(const MatmulProblem& /*problem*/, MatmulDevice& device,
                               Queue queue) {
  const dim3 grid = device.grid(128);  //! 128 × 128 elements for a block, 64 for a thread
  multiply_register_tiles<<<grid, 256, 0, queue>>>(device.a.data(), device.b.data(),
                                                   device.c.data(), device.n);
  return launched(multiply_register_tiles, grid, 256);
}

// variant: vector-loads
/// Rows are padded with zeros to 128 bytes.
Launched matmul_vector_loads(const MatmulProblem& /*problem*/, MatmulDevice& device, Queue queue) {
  const dim3 grid = device.grid(128);
  multiply_vector_loads<<<grid, 256, 0, queue>>>(device.a.data(), device.b.data(), device.c.data(),
                                                 device.n, device.padded);  //!
  return launched(multiply_vector_loads, grid, 256);
}
// end

}  // namespace heatwave::lab::matmul_experiment
