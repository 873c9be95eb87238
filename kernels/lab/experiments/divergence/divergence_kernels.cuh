// These kernels compute each element by one of two ways, as its lowest bit says. The lanes of a
// warp that disagree execute both ways, one after the other; arithmetic limits the speed.

// variant: lanes no-branch partitioned
__device__ unsigned by_products(unsigned x) {
  for (int round = 0; round < 64; ++round) x = x * 1664525U + 1013904223U;
  return x;
}
__device__ unsigned by_shifts(unsigned x) {
  for (int round = 0; round < 32; ++round) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
  }
  return x;
}

// variant: lanes
__global__ void compute_by_lanes(const unsigned* in, unsigned* out, long long n) {
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (in[i] % 2 == 0) {  //! the lanes of a warp disagree: it executes both ways
    out[i] = by_products(in[i]);
  } else {
    out[i] = by_shifts(in[i]);
  }
}

// variant: no-branch
__global__ void compute_both_ways(const unsigned* in, unsigned* out, long long n) {
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned products = by_products(in[i]);
  const unsigned shifts = by_shifts(in[i]);
  out[i] = in[i] % 2 == 0 ? products : shifts;  //! no branch, but all the work of both ways
}

// variant: partitioned
__global__ void compute_partitioned(const unsigned* in, unsigned* out, long long n) {
  __shared__ unsigned short element_of[1024];
  __shared__ int next_even, next_odd;
  const long long first = (long long)blockIdx.x * blockDim.x;
  const int count = (int)min((long long)blockDim.x, n - first);
  if (threadIdx.x == 0) {
    next_even = 0;
    next_odd = count - 1;
  }
  __syncthreads();
  if (threadIdx.x < count) {
    const bool even = in[first + threadIdx.x] % 2 == 0;
    const int place = even ? atomicAdd(&next_even, 1) : atomicSub(&next_odd, 1);
    element_of[place] = (unsigned short)threadIdx.x;  //! even elements first, odd elements last
  }
  __syncthreads();
  if (threadIdx.x >= count) return;
  const long long i = first + element_of[threadIdx.x];
  if (in[i] % 2 == 0) {  //! all warps of the block but one agree
    out[i] = by_products(in[i]);
  } else {
    out[i] = by_shifts(in[i]);
  }
}
// end
