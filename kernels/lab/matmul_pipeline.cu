// Matrix multiply, on the GPU, with tiles that are copied ahead of their use: by multiply-adds, and
// on tensor cores. A tile comes through memory once per block; arithmetic limits both.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include "kernels/lab/matmul_run.cuh"
#include "kernels/lab/unavailable.h"

namespace heatwave::lab {
namespace {

// variant: async-copies tensor-tf32
constexpr int kTile = 128;        // rows and columns of C that a block computes
constexpr int kDepth = 16;        // of the tiles of A and B
constexpr int kStages = 4;        // pairs of tiles in shared memory: one in use, three on their way
constexpr int kThreads = 256;     // 2 × 4 warps
constexpr int kWarpRows = 64;     // of C that a warp computes …
constexpr int kWarpColumns = 32;  // … and columns
constexpr int kStrideA = kDepth + 4;  // padded rows of the tiles: a warp's reads of 8 rows of A
constexpr int kStrideB = kTile + 8;   // (or 4 of B) fall into 32 different banks
constexpr int kSizeA = kTile * kStrideA;
constexpr int kStage = kSizeA + kDepth * kStrideB;
constexpr std::size_t kSharedBytes = kStages * kStage * sizeof(float);
constexpr int kRowMultiple = 32;  // rows in memory start at 128 bytes, and are zero behind n

/// The matrices, and which part of C is the block's.
struct Task {
  const float* a;
  const float* b;
  int n;
  int stride;  // of a padded row
  int row0;
  int column0;
};

/// Starts a copy of 16 bytes past the registers; what lies beyond the matrix becomes zero.
__device__ void copy_ahead(float* to, const float* matrix, size_t at, bool inside) {
  __pipeline_memcpy_async(to, matrix + (inside ? at : 0), 16, inside ? 0 : 16);  //! does not wait
}

/// Starts the copies of the tiles at depth k0: two of A and two of B for each thread.
__device__ void copy_tiles_ahead(const Task& task, float* stage, int k0) {
  for (int i = static_cast<int>(threadIdx.x); i < kTile * kDepth / 4; i += kThreads) {
    const int row = i / (kDepth / 4);
    const int k = i % (kDepth / 4) * 4;
    copy_ahead(stage + row * kStrideA + k, task.a,
               static_cast<size_t>(task.row0 + row) * task.stride + k0 + k,
               task.row0 + row < task.n && k0 + k < task.stride);
  }
  for (int i = static_cast<int>(threadIdx.x); i < kTile * kDepth / 4; i += kThreads) {
    const int k = i / (kTile / 4);
    const int column = i % (kTile / 4) * 4;
    copy_ahead(stage + kSizeA + k * kStrideB + column, task.b,
               static_cast<size_t>(k0 + k) * task.stride + task.column0 + column,
               k0 + k < task.n && task.column0 + column < task.stride);
  }
}

/// `WarpTile` holds a warp's 64 × 32 sums in the registers of its threads.
template <typename WarpTile>
__global__ void __launch_bounds__(kThreads, 2)
    multiply_pipelined(const float* a, const float* b, float* c, int n, int stride) {
  extern __shared__ __align__(16) float stages[];
  const Task task{
      a, b, n, stride, static_cast<int>(blockIdx.y) * kTile, static_cast<int>(blockIdx.x) * kTile};
  const int warp = static_cast<int>(threadIdx.x) / 32;
  const int warp_row = warp / 4 * kWarpRows;
  const int warp_column = warp % 4 * kWarpColumns;
  const int tiles = (n + kDepth - 1) / kDepth;
  for (int tile = 0; tile < kStages - 1; ++tile) {
    if (tile < tiles) copy_tiles_ahead(task, stages + tile * kStage, tile * kDepth);
    __pipeline_commit();
  }
  WarpTile sums;
  for (int tile = 0; tile < tiles; ++tile) {
    __pipeline_wait_prior(kStages - 2);  //! this thread's share of the oldest pair is there …
    __syncthreads();                     //! … and so is everybody's; the pair before is free
    const int ahead = tile + kStages - 1;
    if (ahead < tiles) copy_tiles_ahead(task, stages + ahead % kStages * kStage, ahead * kDepth);
    __pipeline_commit();  // empty at the end, so that the count stays right
    const float* stage = stages + tile % kStages * kStage;
    sums.add(stage + warp_row * kStrideA, stage + kSizeA + warp_column);
  }
  sums.store(c, n, stride, task.row0 + warp_row, task.column0 + warp_column);
}

// variant: async-copies
/// A thread has the rows lane/4, lane/4 + 8, … and two quads of columns.
struct FloatWarpTile {
  float sum[8][8] = {};

  __device__ void add(const float* a, const float* b) {
    const int lane = static_cast<int>(threadIdx.x) % 32;
    a += lane / 4 * kStrideA;
    b += lane % 4 * 4;
#pragma unroll
    for (int k0 = 0; k0 < kDepth; k0 += 4) {
      float left[8][4];
      for (int i = 0; i < 8; ++i) {
        *reinterpret_cast<float4*>(left[i]) =
            *reinterpret_cast<const float4*>(a + i * 8 * kStrideA + k0);  //! four steps at once
      }
#pragma unroll
      for (int k = 0; k < 4; ++k) {
        float right[8];
        for (int half = 0; half < 2; ++half) {
          *reinterpret_cast<float4*>(right + 4 * half) =
              *reinterpret_cast<const float4*>(b + (k0 + k) * kStrideB + 16 * half);
        }
        for (int i = 0; i < 8; ++i) {
          for (int j = 0; j < 8; ++j) sum[i][j] = fmaf(left[i][k], right[j], sum[i][j]);
        }
      }
    }
  }

  __device__ void store(float* c, int n, int stride, int row0, int column0) const {
    const int lane = static_cast<int>(threadIdx.x) % 32;
    for (int i = 0; i < 8; ++i) {
      const int row = row0 + lane / 4 + 8 * i;
      for (int half = 0; half < 2; ++half) {
        const int column = column0 + lane % 4 * 4 + 16 * half;
        if (row >= n || column >= stride) continue;
        const float* four = sum[i] + 4 * half;
        *reinterpret_cast<float4*>(c + static_cast<size_t>(row) * stride + column) =
            make_float4(four[0], four[1], four[2], four[3]);
      }
    }
  }
};

// variant: tensor-tf32
/// The nearest number with 10 bits behind the point, as the tensor cores want it.
__device__ unsigned as_tf32(float value) {
  unsigned bits = 0;
#if __CUDA_ARCH__ >= 800
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(value));
#else
  bits = __float_as_uint(value);
#endif
  return bits;
}

/// sum += a · b for 16 × 8 times 8 × 8 elements, by the whole warp at once.
__device__ void multiply_add(float (&sum)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
#if __CUDA_ARCH__ >= 800
  asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "  //! 1,024 multiply-adds
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#else
  sum[0] += __uint_as_float(a[0] ^ b[0]);  // never launched there: see needs_newer_code()
#endif
}

/// 4 × 4 pieces of 16 × 8. Who holds which element is the instruction's own order.
struct TensorWarpTile {
  float sum[4][4][4] = {};

  __device__ void add(const float* a, const float* b) {
    const int lane = static_cast<int>(threadIdx.x) % 32;
    const int group = lane / 4;
    const int member = lane % 4;
#pragma unroll
    for (int k = 0; k < kDepth; k += 8) {
      unsigned left[4][4];
      unsigned right[4][2];
      for (int i = 0; i < 4; ++i) {
        const float* at = a + (16 * i + group) * kStrideA + k + member;
        left[i][0] = as_tf32(at[0]);  //! the last 13 bits go
        left[i][1] = as_tf32(at[8 * kStrideA]);
        left[i][2] = as_tf32(at[4]);
        left[i][3] = as_tf32(at[8 * kStrideA + 4]);
      }
      for (int j = 0; j < 4; ++j) {
        const float* at = b + (k + member) * kStrideB + 8 * j + group;
        right[j][0] = as_tf32(at[0]);
        right[j][1] = as_tf32(at[4 * kStrideB]);
      }
      for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < 4; ++j) multiply_add(sum[i][j], left[i], right[j]);
      }
    }
  }

  __device__ void store(float* c, int n, int stride, int row0, int column0) const {
    const int lane = static_cast<int>(threadIdx.x) % 32;
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < 4; ++j) {
        const int column = column0 + 8 * j + lane % 4 * 2;
        for (int half = 0; half < 2; ++half) {
          const int row = row0 + 16 * i + 8 * half + lane / 4;
          if (row >= n || column >= stride) continue;
          *reinterpret_cast<float2*>(c + static_cast<size_t>(row) * stride + column) =
              make_float2(sum[i][j][2 * half], sum[i][j][2 * half + 1]);
        }
      }
    }
  }
};
// end

/// Whether the kernel's code in this program was made for devices before compute capability 8.0,
/// which have neither asynchronous copies nor TF32.
template <typename Kernel>
bool needs_newer_code(Kernel* kernel) {
  cudaFuncAttributes attributes{};
  HEATWAVE_CUDA_CHECK(cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(kernel)));
  return attributes.ptxVersion < 80;
}

template <typename WarpTile, MatmulPrecision precision>
class Pipelined : public MatmulRun {
 public:
  explicit Pipelined(const MatmulProblem& problem) : MatmulRun(problem, kRowMultiple, precision) {
    const auto kernel = multiply_pipelined<WarpTile>;
    if (needs_newer_code(kernel)) {
      throw Unavailable(
          "needs a GPU of compute capability 8.0 or later, and a program built for it");
    }
    HEATWAVE_CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                             static_cast<int>(kSharedBytes)));
    note_shape(kernel, blocks_of(kTile), kThreads, kSharedBytes);
  }

 protected:
  void launch() override {
    multiply_pipelined<WarpTile>
        <<<blocks_of(kTile), kThreads, kSharedBytes, queue()>>>(a(), b(), c(), n(), stride());
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
  }
};

}  // namespace

GpuRuns matmul_pipeline_runs() {
  return {{"async-copies",
           makes_run<MatmulProblem, Pipelined<FloatWarpTile, MatmulPrecision::float32>>()},
          {"tensor-tf32",
           makes_run<MatmulProblem, Pipelined<TensorWarpTile, MatmulPrecision::tf32>>()}};
}

}  // namespace heatwave::lab
