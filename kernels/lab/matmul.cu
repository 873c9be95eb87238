// Matrix multiply, on the GPU: the lecture's four kernels, and cuBLAS. The arithmetic is the same
// in all; how often a number comes through memory, and how, makes the difference.
#include <cuda_runtime.h>

#include <cstdint>

#include "kernels/core/cublas.h"
#include "kernels/lab/gpu_runs.h"
#include "kernels/lab/matmul_run.cuh"

namespace heatwave::lab {
namespace {

/// The side of a square block with at most so many threads.
unsigned side_of(std::int64_t threads) {
  if (threads >= 1024) return 32;
  return threads >= 256 ? 16 : 8;
}

// variant: wrong-way
__global__ void multiply_wrong_way(const float* a, const float* b, float* c, int n) {
  const int row = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);  //! down a column
  const int column = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (row >= n || column >= n) return;
  float sum = 0.0F;
  for (int k = 0; k < n; ++k) {
    sum = fmaf(a[static_cast<size_t>(row) * n + k],  //! 32 threads read from 32 rows
               b[static_cast<size_t>(k) * n + column], sum);
  }
  c[static_cast<size_t>(row) * n + column] = sum;
}

// variant: coalesced
__global__ void multiply_coalesced(const float* a, const float* b, float* c, int n) {
  const int row = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  const int column = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);  //! along a row
  if (row >= n || column >= n) return;
  float sum = 0.0F;
  for (int k = 0; k < n; ++k) {
    sum = fmaf(a[static_cast<size_t>(row) * n + k],           // one number, read by the whole warp
               b[static_cast<size_t>(k) * n + column], sum);  //! 32 neighbours: four sectors
  }
  c[static_cast<size_t>(row) * n + column] = sum;
}

// variant: wrong-way coalesced
using Kernel = void(const float*, const float*, float*, int);

/// Launches a kernel with a thread for each element, in square blocks.
template <Kernel* kernel>
class ThreadPerElement : public MatmulRun {
 public:
  explicit ThreadPerElement(const MatmulProblem& problem)
      : MatmulRun(problem), side_(side_of(problem.threads)) {
    note_shape(kernel, blocks_of(static_cast<int>(side_)), {side_, side_, 1});
  }

 protected:
  void launch() override {
    kernel<<<blocks_of(static_cast<int>(side_)), dim3(side_, side_), 0, queue()>>>(a(), b(), c(),
                                                                                   n());
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
  }

 private:
  unsigned side_;
};

// variant: single-block
constexpr int kOutputs = 32;                        // rows and columns of a thread's own tile
constexpr int kThreadSide = 32;                     // threads along each side of a block
constexpr int kBlockSide = kOutputs * kThreadSide;  //! 1,024: the whole of the lecture's matrix

__global__ void multiply_tile_per_thread(const float* a, const float* b, float* c, int n) {
  const int row0 = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y) * kOutputs;
  const int column0 = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x) * kOutputs;
  for (int row = row0; row < min(row0 + kOutputs, n); ++row) {
    for (int column = column0; column < min(column0 + kOutputs, n); ++column) {
      float sum = 0.0F;
      for (int k = 0; k < n; ++k) {
        sum = fmaf(a[static_cast<size_t>(row) * n + k], b[static_cast<size_t>(k) * n + column],
                   sum);  //! neighbours are 128 bytes apart
      }
      c[static_cast<size_t>(row) * n + column] = sum;
    }
  }
}

class SingleBlock : public MatmulRun {
 public:
  explicit SingleBlock(const MatmulProblem& problem) : MatmulRun(problem) {
    note_shape(multiply_tile_per_thread, blocks_of(kBlockSide), {kThreadSide, kThreadSide, 1});
  }

 protected:
  void launch() override {
    multiply_tile_per_thread<<<blocks_of(kBlockSide), dim3(kThreadSide, kThreadSide), 0, queue()>>>(
        a(), b(), c(), n());
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
  }
};

// variant: shared-tiles
template <int side>
__global__ void multiply_shared_tiles(const float* a, const float* b, float* c, int n) {
  __shared__ float tile_a[side][side];
  __shared__ float tile_b[side][side];
  const int x = static_cast<int>(threadIdx.x);
  const int y = static_cast<int>(threadIdx.y);
  const int row = static_cast<int>(blockIdx.y) * side + y;
  const int column = static_cast<int>(blockIdx.x) * side + x;
  float sum = 0.0F;
  for (int k0 = 0; k0 < n; k0 += side) {
    // Beyond the matrices the tiles are zero, which adds nothing.
    tile_a[y][x] = row < n && k0 + x < n ? a[static_cast<size_t>(row) * n + k0 + x] : 0.0F;
    tile_b[y][x] = column < n && k0 + y < n ? b[static_cast<size_t>(k0 + y) * n + column] : 0.0F;
    __syncthreads();  //! nobody reads a tile before all of it is there
    for (int k = 0; k < side; ++k) sum = fmaf(tile_a[y][k], tile_b[k][x], sum);
    __syncthreads();  //! nobody overwrites what another still reads
  }
  if (row < n && column < n) c[static_cast<size_t>(row) * n + column] = sum;
}

template <int side>
class SharedTiles : public MatmulRun {
 public:
  explicit SharedTiles(const MatmulProblem& problem) : MatmulRun(problem) {
    note_shape(multiply_shared_tiles<side>, blocks_of(side), {side, side, 1});
  }

 protected:
  void launch() override {
    multiply_shared_tiles<side>
        <<<blocks_of(side), dim3(side, side), 0, queue()>>>(a(), b(), c(), n());
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
  }
};

std::unique_ptr<Run> shared_tiles(const MatmulProblem& problem, const Stop& /*stop*/) {
  switch (side_of(problem.threads)) {
    case 32:
      return std::make_unique<SharedTiles<32>>(problem);
    case 16:
      return std::make_unique<SharedTiles<16>>(problem);
    default:
      return std::make_unique<SharedTiles<8>>(problem);
  }
}

// variant: cublas cublas-tf32
template <MatmulPrecision precision>
class Library : public MatmulRun {
 public:
  explicit Library(const MatmulProblem& problem)
      : MatmulRun(problem, 1, precision), cublas_(queue()) {
    cublas_.set_arithmetic(precision == MatmulPrecision::tf32 ? core::Cublas::Arithmetic::tf32
                                                              : core::Cublas::Arithmetic::float32);
  }

 protected:
  void launch() override { cublas_.sgemm(n(), n(), n(), a(), b(), c()); }  //!

 private:
  core::Cublas cublas_;
};
// end

}  // namespace

GpuRuns matmul_on_gpu() {
  GpuRuns runs = {{"wrong-way", makes_run<MatmulProblem, ThreadPerElement<multiply_wrong_way>>()},
                  {"coalesced", makes_run<MatmulProblem, ThreadPerElement<multiply_coalesced>>()},
                  {"single-block", makes_run<MatmulProblem, SingleBlock>()},
                  {"shared-tiles", makes<MatmulProblem>(shared_tiles)},
                  {"cublas", makes_run<MatmulProblem, Library<MatmulPrecision::float32>>()},
                  {"cublas-tf32", makes_run<MatmulProblem, Library<MatmulPrecision::tf32>>()}};
  runs.merge(matmul_register_runs());
  runs.merge(matmul_pipeline_runs());
  return runs;
}

}  // namespace heatwave::lab
