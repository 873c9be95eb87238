// This file launches the slides' matrix multiply kernels and cuBLAS, with the copies before and
// after.
#include <cuda_runtime.h>

#include <algorithm>
#include <initializer_list>

#include "kernels/lab/experiments/matmul/matmul_device.cuh"
#include "kernels/lab/experiments/matmul/matmul_kernels.cuh"

namespace heatwave::lab::matmul_experiment {

// variant: wrong-way coalesced single-block local-tiles shared-tiles cublas cublas-tf32
static void copy(float* to, int to_row, const float* from, int from_row, int n, cudaMemcpyKind kind,
                 Queue queue) {
  const auto bytes = [](int row) { return static_cast<std::size_t>(row) * sizeof(float); };
  HEATWAVE_CUDA_CHECK(cudaMemcpy2DAsync(to, bytes(to_row), from, bytes(from_row), bytes(n),
                                        static_cast<std::size_t>(n), kind, queue));
}

static void copy_in(const MatmulProblem& problem, MatmulDevice& device, Queue queue) {
  const int n = device.n;
  copy(device.a.data(), n, problem.a.data(), n, n, cudaMemcpyHostToDevice, queue);
  copy(device.b.data(), n, problem.b.data(), n, n, cudaMemcpyHostToDevice, queue);
}
static void copy_out(const MatmulProblem& /*problem*/, MatmulDevice& device, Queue queue) {
  const int n = device.n;
  copy(device.result.data(), n, device.c.data(), n, n, cudaMemcpyDeviceToHost, queue);
}
// end

static void poison_results(const MatmulProblem& /*problem*/, MatmulDevice& device, Queue queue) {
  poison(device.c, queue);
}

/// Copies matrices whose rows are padded with zeros.
static void copy_padded_in(const MatmulProblem& problem, MatmulDevice& device, Queue queue) {
  const int n = device.n;
  clear(device.a, queue);
  clear(device.b, queue);
  copy(device.a.data(), device.padded, problem.a.data(), n, n, cudaMemcpyHostToDevice, queue);
  copy(device.b.data(), device.padded, problem.b.data(), n, n, cudaMemcpyHostToDevice, queue);
}
static void copy_padded_out(const MatmulProblem& /*problem*/, MatmulDevice& device, Queue queue) {
  const int n = device.n;
  copy(device.result.data(), n, device.c.data(), device.padded, n, cudaMemcpyDeviceToHost, queue);
}

template <MatmulPrecision precision>
static Outcome check(const MatmulProblem& problem, const MatmulDevice& device) {
  return checked_matmul(problem, device.result, precision);
}

static HostArrays host_arrays(const MatmulProblem& problem, const MatmulDevice& device) {
  return arrays_of(problem.a, problem.b, device.result);
}

std::unique_ptr<Run> gpu_run_of(const MatmulProblem& problem, MatmulLauncher* launcher) {
  const auto is_one_of = [launcher](std::initializer_list<MatmulLauncher*> some) {
    return std::find(some.begin(), some.end(), launcher) != some.end();
  };
  const bool padded = is_one_of({matmul_vector_loads, matmul_async_copies, matmul_bulk_copies,
                                 matmul_tensor_tf32, matmul_tensor_wgmma});
  const bool tf32 = is_one_of({matmul_tensor_tf32, matmul_tensor_wgmma, matmul_cublas_tf32});
  return run_with(problem,
                  {.prepare = poison_results,
                   .copy_in = padded ? copy_padded_in : copy_in,
                   .copy_out = padded ? copy_padded_out : copy_out,
                   .host_arrays = host_arrays,
                   .check = tf32 ? check<MatmulPrecision::tf32> : check<MatmulPrecision::float32>},
                  launcher);
}

// variant: wrong-way coalesced shared-tiles
using MatmulKernel = void(const float* a, const float* b, float* c, int n);

/// Launches one thread for each element, in square blocks.
static Launched launch_squares(MatmulDevice& device, MatmulKernel* kernel, int side, Queue queue) {
  const dim3 grid = device.grid(side);
  const dim3 block(static_cast<unsigned>(side), static_cast<unsigned>(side));
  kernel<<<grid, block, 0, queue>>>(device.a.data(), device.b.data(), device.c.data(), device.n);
  return launched(kernel, grid, block);
}

/// Returns the side of a square block within the number of threads in a block.
static int side_of(const MatmulProblem& problem) {
  if (problem.threads >= 1024) return 32;
  return problem.threads >= 256 ? 16 : 8;
}

// variant: wrong-way
Launched matmul_uncoalesced(const MatmulProblem& problem, MatmulDevice& device, Queue queue) {
  return launch_squares(device, multiply_uncoalesced, side_of(problem), queue);  //!
}

// variant: coalesced
Launched matmul_coalesced(const MatmulProblem& problem, MatmulDevice& device, Queue queue) {
  return launch_squares(device, multiply_coalesced, side_of(problem), queue);  //!
}

// variant: shared-tiles
Launched matmul_shared_tiles(const MatmulProblem& problem, MatmulDevice& device, Queue queue) {
  const int side = side_of(problem);  //! tiles and blocks have equal sides
  MatmulKernel* kernel = multiply_shared_tiles<8>;
  if (side == 16) kernel = multiply_shared_tiles<16>;
  if (side == 32) kernel = multiply_shared_tiles<32>;
  return launch_squares(device, kernel, side, queue);
}

// variant: single-block local-tiles
/// A block has 32 × 32 threads with 32 × 32 elements each: it covers 1024 × 1024 elements of C.
static Launched launch_tile_per_thread(MatmulDevice& device, MatmulKernel* kernel, Queue queue) {
  const dim3 grid = device.grid(1024);  //! the slides' matrix fits into one block
  const dim3 block(32, 32);
  kernel<<<grid, block, 0, queue>>>(device.a.data(), device.b.data(), device.c.data(), device.n);
  return launched(kernel, grid, block);
}

// variant: single-block
Launched matmul_single_block(const MatmulProblem& /*problem*/, MatmulDevice& device, Queue queue) {
  clear(device.c, queue);  //! the kernel adds to C
  return launch_tile_per_thread(device, multiply_into_global, queue);
}

// variant: local-tiles
Launched matmul_local_tiles(const MatmulProblem& /*problem*/, MatmulDevice& device, Queue queue) {
  return launch_tile_per_thread(device, multiply_local_tiles, queue);  //!
}

// variant: cublas cublas-tf32
static Launched multiply_by_library(MatmulDevice& device, core::Cublas::Arithmetic arithmetic,
                                    Queue queue) {
  if (!device.cublas) device.cublas.emplace(queue).set_arithmetic(arithmetic);
  device.cublas->sgemm(device.n, device.n, device.n, device.a.data(), device.b.data(),  //! B·A
                       device.c.data());
  return {};
}

// variant: cublas
Launched matmul_cublas(const MatmulProblem& /*problem*/, MatmulDevice& device, Queue queue) {
  return multiply_by_library(device, core::Cublas::Arithmetic::float32, queue);
}

// variant: cublas-tf32
Launched matmul_cublas_tf32(const MatmulProblem& /*problem*/, MatmulDevice& device, Queue queue) {
  return multiply_by_library(device, core::Cublas::Arithmetic::tf32, queue);
}
// end

}  // namespace heatwave::lab::matmul_experiment
