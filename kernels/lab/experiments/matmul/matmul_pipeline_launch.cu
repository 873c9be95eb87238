// This file launches the matrix multiply kernels that copy tiles ahead of their use.
#include <cuda_runtime.h>

#include "kernels/core/error.h"
#include "kernels/lab/experiments/matmul/matmul_device.cuh"
#include "kernels/lab/experiments/matmul/matmul_pipeline_kernels.cuh"

namespace heatwave::lab::matmul_experiment {

/// Throws core::Unavailable if this program contains the kernel's code only for devices before
/// compute capability 8.0, which have neither asynchronous copies nor TF32.
template <typename Kernel>
static void require_newer_code(Kernel* kernel) {
  cudaFuncAttributes attributes{};
  HEATWAVE_CUDA_CHECK(cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(kernel)));
  if (attributes.ptxVersion >= 80) return;
  throw core::Unavailable(
      "needs a GPU of compute capability 8.0 or later, and a program built for it");
}

// variant: async-copies tensor-tf32
using PipelinedKernel = void(const float* a, const float* b, float* c, int n, int stride);

static Launched launch_pipelined(MatmulDevice& device, PipelinedKernel* kernel, Queue queue) {
  require_newer_code(kernel);
  const dim3 grid = device.grid(kTile);
  const std::size_t shared = kStages * kStage * sizeof(float);  //! above 48 KB: must be requested
  HEATWAVE_CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                           static_cast<int>(shared)));
  kernel<<<grid, kThreads, shared, queue>>>(device.a.data(), device.b.data(), device.c.data(),
                                            device.n, device.padded);
  return launched(kernel, grid, kThreads, shared);
}

// variant: async-copies
Launched matmul_async_copies(const MatmulProblem& /*problem*/, MatmulDevice& device, Queue queue) {
  return launch_pipelined(device, multiply_pipelined<false>, queue);
}

// variant: tensor-tf32
Launched matmul_tensor_tf32(const MatmulProblem& /*problem*/, MatmulDevice& device, Queue queue) {
  return launch_pipelined(device, multiply_pipelined<true>, queue);
}
// end

}  // namespace heatwave::lab::matmul_experiment
