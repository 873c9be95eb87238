// These kernels add an array of numbers, each with other roundings. They read 4 bytes for each
// number, so memory limits them.

#include <cuda_bf16.h>

// variant: atomics
/// The order of atomic additions is free, and each order rounds differently.
__global__ void add_by_atomics(const float* x, float* sum, long long n) {
  float mine = 0;
  for (long long i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    mine += x[i];
  for (int far = 16; far > 0; far /= 2) mine += __shfl_down_sync(0xffffffff, mine, far);
  if (threadIdx.x % 32 == 0) atomicAdd(sum, mine);  //! in any order
}

// variant: fixed kahan double bfloat
/// A sum that each thread builds and blocks join in a fixed order.
struct PlainSum {
  float value;
  __device__ void add(float x) { value += x; }  //! rounds
  __device__ void join(const PlainSum& other) { value += other.value; }
};

// variant: kahan
struct KahanSum {
  float value;
  float lost;  ///< the sum is too large by this much
  __device__ void add(float x) {
    const float y = x - lost;
    const float t = value + y;
    lost = (t - value) - y;  //! this addition has lost so much
    value = t;
  }
  __device__ void join(const KahanSum& other) {
    add(other.value);
    add(-other.lost);
  }
};

// variant: double
struct DoubleSum {
  double value;
  __device__ void add(float x) { value += x; }  //! 53 bits of mantissa instead of 24
  __device__ void join(const DoubleSum& other) { value += other.value; }
};

// variant: bfloat
struct BfloatSum {
  __nv_bfloat16 value;
  __device__ void add(float x) {
    value = __float2bfloat16(__bfloat162float(value) + x);  //! 8 bits are left of each sum
  }
  __device__ void join(const BfloatSum& other) { add(__bfloat162float(other.value)); }
};

// variant: fixed kahan double bfloat
/// Joins the sums of a block in a tree. The number of threads is a power of two.
template <typename Sum>
__device__ void join_block(Sum& mine, Sum* s) {
  s[threadIdx.x] = mine;
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) s[threadIdx.x].join(s[threadIdx.x + half]);  //! the order is fixed
  }
  __syncthreads();
  mine = s[0];
}

/// Adds the numbers: each thread its own, then the block's threads in a tree.
template <typename Sum>
__device__ void add_in_order(const float* x, Sum* sums, long long n, Sum* s) {
  Sum mine{};
  for (long long i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    mine.add(x[i]);
  join_block(mine, s);
  if (threadIdx.x == 0) sums[blockIdx.x] = mine;
}

/// Joins the sums of all blocks in one block.
template <typename Sum>
__device__ void join_sums(const Sum* sums, int blocks, float* sum, Sum* s) {
  Sum mine{};
  for (int i = threadIdx.x; i < blocks; i += blockDim.x) mine.join(sums[i]);
  join_block(mine, s);
  if (threadIdx.x == 0) *sum = (float)mine.value;
}

// variant: fixed
__global__ void add_plain(const float* x, PlainSum* sums, long long n) {
  __shared__ PlainSum s[256];
  add_in_order(x, sums, n, s);
}
__global__ void join_plain(const PlainSum* sums, int blocks, float* sum) {
  __shared__ PlainSum s[256];
  join_sums(sums, blocks, sum, s);
}

// variant: kahan
__global__ void add_kahan(const float* x, KahanSum* sums, long long n) {
  __shared__ KahanSum s[256];
  add_in_order(x, sums, n, s);
}
__global__ void join_kahan(const KahanSum* sums, int blocks, float* sum) {
  __shared__ KahanSum s[256];
  join_sums(sums, blocks, sum, s);
}

// variant: double
__global__ void add_double(const float* x, DoubleSum* sums, long long n) {
  __shared__ DoubleSum s[256];
  add_in_order(x, sums, n, s);
}
__global__ void join_double(const DoubleSum* sums, int blocks, float* sum) {
  __shared__ DoubleSum s[256];
  join_sums(sums, blocks, sum, s);
}

// variant: bfloat
__global__ void add_bfloat(const float* x, BfloatSum* sums, long long n) {
  __shared__ BfloatSum s[256];
  add_in_order(x, sums, n, s);
}
__global__ void join_bfloat(const BfloatSum* sums, int blocks, float* sum) {
  __shared__ BfloatSum s[256];
  join_sums(sums, blocks, sum, s);
}
// end
