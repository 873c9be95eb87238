// Matrix multiply, on the GPU, with sums in registers. From tiles in shared memory every
// multiply-add costs two reads of 4 bytes; here 64 of them share 16 reads, and arithmetic becomes
// the limit.
#include <cuda_runtime.h>

#include "kernels/lab/matmul_run.cuh"

namespace heatwave::lab {
namespace {

// variant: register-tiles vector-loads
constexpr int kTile = 128;     // rows and columns of C that a block computes
constexpr int kDepth = 8;      // of the tiles of A and B that it fetches at a time
constexpr int kOwn = 8;        // rows and columns that a thread computes
constexpr int kThreads = 256;  // 16 × 16 of them
constexpr int kAcross = kTile / kOwn;
constexpr int kPadded = kTile + 4;  // turned tiles of A: four words more keep stores off one bank

// variant: register-tiles
__global__ void __launch_bounds__(kThreads)
    multiply_register_tiles(const float* a, const float* b, float* c, int n) {
  __shared__ float tile_a[kDepth][kPadded];  // turned: a column of A is a row here
  __shared__ float tile_b[kDepth][kTile];
  const int thread = static_cast<int>(threadIdx.x);
  const int row0 = static_cast<int>(blockIdx.y) * kTile;
  const int column0 = static_cast<int>(blockIdx.x) * kTile;
  const int own_row = thread / kAcross * kOwn;
  const int own_column = thread % kAcross * kOwn;
  float sum[kOwn][kOwn] = {};  //! 64 registers
  for (int k0 = 0; k0 < n; k0 += kDepth) {
    for (int i = thread; i < kTile * kDepth; i += kThreads) {
      const int row = row0 + i / kDepth;
      const int k = k0 + i % kDepth;
      tile_a[i % kDepth][i / kDepth] =
          row < n && k < n ? a[static_cast<size_t>(row) * n + k] : 0.0F;
    }
    for (int i = thread; i < kTile * kDepth; i += kThreads) {
      const int k = k0 + i / kTile;
      const int column = column0 + i % kTile;
      tile_b[i / kTile][i % kTile] =
          k < n && column < n ? b[static_cast<size_t>(k) * n + column] : 0.0F;
    }
    __syncthreads();
    for (int k = 0; k < kDepth; ++k) {
      float left[kOwn];
      float right[kOwn];
      for (int i = 0; i < kOwn; ++i) left[i] = tile_a[k][own_row + i];
      for (int j = 0; j < kOwn; ++j) right[j] = tile_b[k][own_column + j];  //! 16 reads …
      for (int i = 0; i < kOwn; ++i) {
        for (int j = 0; j < kOwn; ++j) sum[i][j] = fmaf(left[i], right[j], sum[i][j]);  //! … for 64
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < kOwn; ++i) {
    for (int j = 0; j < kOwn; ++j) {
      const int row = row0 + own_row + i;
      const int column = column0 + own_column + j;
      if (row < n && column < n) c[static_cast<size_t>(row) * n + column] = sum[i][j];
    }
  }
}

class RegisterTiles : public MatmulRun {
 public:
  explicit RegisterTiles(const MatmulProblem& problem) : MatmulRun(problem) {
    note_shape(multiply_register_tiles, blocks_of(kTile), kThreads);
  }

 protected:
  void launch() override {
    multiply_register_tiles<<<blocks_of(kTile), kThreads, 0, queue()>>>(a(), b(), c(), n());
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
  }
};

// variant: vector-loads
constexpr int kRowMultiple = 32;  // rows start at 128 bytes, and are zero behind the n-th element

__device__ float4 four_at(const float* at) { return *reinterpret_cast<const float4*>(at); }
__device__ void put_four(float* at, const float* from) {
  *reinterpret_cast<float4*>(at) = make_float4(from[0], from[1], from[2], from[3]);
}

/// What one thread fetches of the next tiles while the present ones are multiplied.
struct Fetched {
  float4 a;
  float4 b;
};

/// Each of 256 threads has four elements of the tile of A and four of the tile of B.
__device__ Fetched fetched(const float* a, const float* b, int n, int stride, int row0, int column0,
                           int k0) {
  const int thread = static_cast<int>(threadIdx.x);
  const int row = row0 + thread / 2;
  const int a_k = k0 + thread % 2 * 4;
  const int b_k = k0 + thread / 32;
  const int column = column0 + thread % 32 * 4;
  const float4 none = make_float4(0.0F, 0.0F, 0.0F, 0.0F);
  return {
      row < n ? four_at(a + static_cast<size_t>(row) * stride + a_k) : none,  //! 16 bytes
      b_k < n && column < stride ? four_at(b + static_cast<size_t>(b_k) * stride + column) : none};
}

__device__ void store(Fetched next, float (&tile_a)[kDepth][kPadded],
                      float (&tile_b)[kDepth][kTile]) {
  const int thread = static_cast<int>(threadIdx.x);
  const int k = thread % 2 * 4;
  tile_a[k][thread / 2] = next.a.x;
  tile_a[k + 1][thread / 2] = next.a.y;
  tile_a[k + 2][thread / 2] = next.a.z;
  tile_a[k + 3][thread / 2] = next.a.w;
  *reinterpret_cast<float4*>(&tile_b[thread / 32][thread % 32 * 4]) = next.b;
}

__global__ void __launch_bounds__(kThreads, 2)
    multiply_vector_loads(const float* a, const float* b, float* c, int n, int stride) {
  __shared__ __align__(16) float tile_a[2][kDepth][kPadded];
  __shared__ __align__(16) float tile_b[2][kDepth][kTile];
  const int thread = static_cast<int>(threadIdx.x);
  const int row0 = static_cast<int>(blockIdx.y) * kTile;
  const int column0 = static_cast<int>(blockIdx.x) * kTile;
  // A thread's 8 × 8 are four quarters of 4 × 4, so that neighbours read neighbouring quads.
  const int own_row = thread / kAcross * 4;
  const int own_column = thread % kAcross * 4;
  constexpr int kHalf = kTile / 2;
  float sum[kOwn][kOwn] = {};
  store(fetched(a, b, n, stride, row0, column0, 0), tile_a[0], tile_b[0]);
  __syncthreads();
  for (int k0 = 0, now = 0; k0 < n; k0 += kDepth, now ^= 1) {
    const bool more = k0 + kDepth < n;
    Fetched next{};
    if (more) next = fetched(a, b, n, stride, row0, column0, k0 + kDepth);  //! while this one …
#pragma unroll
    for (int k = 0; k < kDepth; ++k) {
      float left[kOwn];
      float right[kOwn];
      *reinterpret_cast<float4*>(left) = four_at(&tile_a[now][k][own_row]);
      *reinterpret_cast<float4*>(left + 4) = four_at(&tile_a[now][k][kHalf + own_row]);
      *reinterpret_cast<float4*>(right) = four_at(&tile_b[now][k][own_column]);
      *reinterpret_cast<float4*>(right + 4) = four_at(&tile_b[now][k][kHalf + own_column]);
      for (int i = 0; i < kOwn; ++i) {
        for (int j = 0; j < kOwn; ++j)
          sum[i][j] = fmaf(left[i], right[j], sum[i][j]);  //! … is used
      }
    }
    if (more) store(next, tile_a[now ^ 1], tile_b[now ^ 1]);
    __syncthreads();  //! one barrier a tile: the other pair of tiles is being filled
  }
  for (int i = 0; i < kOwn; ++i) {
    const int row = row0 + own_row + i % 4 + (i < 4 ? 0 : kHalf);
    for (int half = 0; half < 2; ++half) {
      const int column = column0 + own_column + half * kHalf;
      if (row < n && column < stride) {
        put_four(c + static_cast<size_t>(row) * stride + column, sum[i] + half * 4);
      }
    }
  }
}

class VectorLoads : public MatmulRun {
 public:
  explicit VectorLoads(const MatmulProblem& problem) : MatmulRun(problem, kRowMultiple) {
    note_shape(multiply_vector_loads, blocks_of(kTile), kThreads);
  }

 protected:
  void launch() override {
    multiply_vector_loads<<<blocks_of(kTile), kThreads, 0, queue()>>>(a(), b(), c(), n(), stride());
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
  }
};
// end

}  // namespace

GpuRuns matmul_register_runs() {
  return {{"register-tiles", makes_run<MatmulProblem, RegisterTiles>()},
          {"vector-loads", makes_run<MatmulProblem, VectorLoads>()}};
}

}  // namespace heatwave::lab
