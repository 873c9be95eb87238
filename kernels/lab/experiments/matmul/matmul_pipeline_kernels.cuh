// These kernels multiply matrices with tiles that are copied ahead of their use, by multiply-adds
// or on tensor cores. A block reads each of its tiles from memory once. They need compute
// capability 8.0 or later.
#include <cuda_pipeline_primitives.h>

// variant: async-copies tensor-tf32
constexpr int kTile = 128;        // rows and columns of C that a block computes
constexpr int kDepth = 16;        // depth of the tiles of A and B
constexpr int kStages = 4;        // pairs of tiles in shared memory: one in use, three in flight
constexpr int kThreads = 256;     // 2 × 4 warps
constexpr int kWarpRows = 64;     // rows of C that a warp computes
constexpr int kWarpColumns = 32;  // columns of C that a warp computes
// Padded rows: a warp's reads of 8 rows of A use different banks.
constexpr int kStrideA = kDepth + 4;
// Padded rows: a warp's reads of 4 rows of B use different banks.
constexpr int kStrideB = kTile + 8;
constexpr int kSizeA = kTile * kStrideA;
constexpr int kStage = kSizeA + kDepth * kStrideB;
// Rows in memory are aligned to 128 bytes and padded with zeros.

/// The matrices, and the position of the block's part of C.
struct MatmulTask {
  const float* a;
  const float* b;
  int n;
  int stride;  // elements from one padded row to the next
  int row0;
  int column0;
};

/// Starts a copy of 16 bytes that bypasses the registers; elements beyond the matrix become zero.
__device__ void copy_ahead(float* to, const float* matrix, size_t at, bool inside) {
  __pipeline_memcpy_async(to, matrix + (inside ? at : 0), 16, inside ? 0 : 16);  //! does not wait
}

/// Starts the copies of the tiles at depth k0: two of A and two of B for each thread.
__device__ void copy_tiles_ahead(const MatmulTask& task, float* stage, int k0) {
  constexpr int kCopies = kTile * kDepth / 4 / kThreads;
#pragma unroll
  for (int copy = 0; copy < kCopies; ++copy) {
    const int i = threadIdx.x + copy * kThreads;
    const int row = i / (kDepth / 4);
    const int k = i % (kDepth / 4) * 4;
    copy_ahead(stage + row * kStrideA + k, task.a, (size_t)(task.row0 + row) * task.stride + k0 + k,
               task.row0 + row < task.n && k0 + k < task.stride);
  }
#pragma unroll
  for (int copy = 0; copy < kCopies; ++copy) {
    const int i = threadIdx.x + copy * kThreads;
    const int k = i / (kTile / 4);
    const int column = i % (kTile / 4) * 4;
    copy_ahead(stage + kSizeA + k * kStrideB + column, task.b,
               (size_t)(k0 + k) * task.stride + task.column0 + column,
               k0 + k < task.n && task.column0 + column < task.stride);
  }
}

// variant: async-copies
/// Adds the products of a warp's tiles of A and B to the sums. A thread has the rows lane/4, lane/4
/// + 8, … and two groups of four columns: 8 × 8 sums.
__device__ void add_products(float (&sums)[64], const float* a, const float* b) {
  const int lane = threadIdx.x % 32;
  a += lane / 4 * kStrideA;
  b += lane % 4 * 4;
#pragma unroll
  for (int k0 = 0; k0 < kDepth; k0 += 4) {
    float left[8][4];
#pragma unroll
    for (int i = 0; i < 8; ++i)
      *(float4*)left[i] = *(const float4*)(a + i * 8 * kStrideA + k0);  //! four steps at once
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      float right[8];
      *(float4*)right = *(const float4*)(b + (k0 + k) * kStrideB);
      *(float4*)(right + 4) = *(const float4*)(b + (k0 + k) * kStrideB + 16);
#pragma unroll
      for (int i = 0; i < 8; ++i) {
#pragma unroll
        for (int j = 0; j < 8; ++j) sums[8 * i + j] = fmaf(left[i][k], right[j], sums[8 * i + j]);
      }
    }
  }
}

__device__ void store_products(const float (&sums)[64], float* c, int n, int stride, int row0,
                               int column0) {
  const int lane = threadIdx.x % 32;
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    const int row = row0 + lane / 4 + 8 * i;
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      const int column = column0 + lane % 4 * 4 + 16 * half;
      const int at = 8 * i + 4 * half;
      if (row < n && column < stride)
        *(float4*)(c + (size_t)row * stride + column) =
            make_float4(sums[at], sums[at + 1], sums[at + 2], sums[at + 3]);
    }
  }
}

// variant: tensor-tf32
/// Returns the nearest number with 10 bits after the binary point, which the tensor cores require.
__device__ unsigned as_tf32(float value) {
  unsigned bits = 0;
#if __CUDA_ARCH__ >= 800
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(value));
#else
  bits = __float_as_uint(value);           // code for older devices, which is never launched
#endif
  return bits;
}

/// Computes sum += a · b for 16 × 8 times 8 × 8 elements; the whole warp executes it together.
__device__ void multiply_add(float* sum, const unsigned (&a)[4], const unsigned (&b)[2]) {
#if __CUDA_ARCH__ >= 800
  asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "  //! 1024 multiply-adds
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#else
  sum[0] += __uint_as_float(a[0] ^ b[0]);  // code for older devices, which is never launched
#endif
}

/// Adds the products of the tiles on the tensor cores, in 4 × 4 pieces of 16 × 8. The instruction
/// defines which lane holds which element.
__device__ void add_on_tensor_cores(float (&sums)[64], const float* a, const float* b) {
  const int group = threadIdx.x % 32 / 4;
  const int member = threadIdx.x % 4;
#pragma unroll
  for (int k = 0; k < kDepth; k += 8) {
    unsigned left[4][4];
    unsigned right[4][2];
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const float* at = a + (16 * i + group) * kStrideA + k + member;
      left[i][0] = as_tf32(at[0]);  //! drops the last 13 bits
      left[i][1] = as_tf32(at[8 * kStrideA]);
      left[i][2] = as_tf32(at[4]);
      left[i][3] = as_tf32(at[8 * kStrideA + 4]);
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      const float* at = b + (k + member) * kStrideB + 8 * j + group;
      right[j][0] = as_tf32(at[0]);
      right[j][1] = as_tf32(at[4 * kStrideB]);
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
#pragma unroll
      for (int j = 0; j < 4; ++j) multiply_add(sums + 16 * i + 4 * j, left[i], right[j]);
    }
  }
}

__device__ void store_from_tensor_cores(const float (&sums)[64], float* c, int n, int stride,
                                        int row0, int column0) {
  const int lane = threadIdx.x % 32;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      const int column = column0 + 8 * j + lane % 4 * 2;
#pragma unroll
      for (int half = 0; half < 2; ++half) {
        const int row = row0 + 16 * i + 8 * half + lane / 4;
        const float* two = sums + 16 * i + 4 * j + 2 * half;
        if (row < n && column < stride)
          *(float2*)(c + (size_t)row * stride + column) = make_float2(two[0], two[1]);
      }
    }
  }
}

// variant: async-copies tensor-tf32
/// Computes a block's part of C. The registers of a warp's threads hold its 64 × 32 sums, 64 in
/// each.
template <bool on_tensor_cores>
__global__ void __launch_bounds__(256, 2)
    multiply_pipelined(const float* a, const float* b, float* c, int n, int stride) {
  extern __shared__ __align__(16) float stages[];
  const MatmulTask task{a, b, n, stride, (int)blockIdx.y * kTile, (int)blockIdx.x * kTile};
  const int warp = threadIdx.x / 32;
  const int warp_row = warp / 4 * kWarpRows;
  const int warp_column = warp % 4 * kWarpColumns;
  const int tiles = (n + kDepth - 1) / kDepth;
  for (int tile = 0; tile < kStages - 1; ++tile) {
    if (tile < tiles) copy_tiles_ahead(task, stages + tile * kStage, tile * kDepth);
    __pipeline_commit();
  }
  float sums[64] = {};
  for (int tile = 0; tile < tiles; ++tile) {
    __pipeline_wait_prior(kStages - 2);  //! this thread's part of the oldest pair has arrived …
    __syncthreads();                     //! … and all other parts, too; the previous pair is free
    const int ahead = tile + kStages - 1;
    if (ahead < tiles) copy_tiles_ahead(task, stages + ahead % kStages * kStage, ahead * kDepth);
    __pipeline_commit();  // at the end it is empty, which keeps the count right
    const float* tile_a = stages + tile % kStages * kStage + warp_row * kStrideA;
    const float* tile_b = stages + tile % kStages * kStage + kSizeA + warp_column;
    if constexpr (on_tensor_cores) {
      add_on_tensor_cores(sums, tile_a, tile_b);
    } else {
      add_products(sums, tile_a, tile_b);
    }
  }
  if constexpr (on_tensor_cores) {
    store_from_tensor_cores(sums, c, n, stride, task.row0 + warp_row, task.column0 + warp_column);
  } else {
    store_products(sums, c, n, stride, task.row0 + warp_row, task.column0 + warp_column);
  }
}
// end
