// These kernels compute each element by one of two paths, as its lowest bit says. The lanes of a
// warp that disagree execute both paths, one after the other; arithmetic limits the speed.

// variant: lanes no-branch partitioned
__device__ unsigned by_products(unsigned x) {
  for (int round = 0; round < 64; ++round) x = x * (x ^ 1664525U) + 1013904223U;
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
  if (in[i] % 2 == 0) {  //! the lanes of a warp disagree: it executes both paths
    out[i] = by_products(in[i]);
  } else {
    out[i] = by_shifts(in[i]);
  }
}

// variant: no-branch
__global__ void compute_both_paths(const unsigned* in, unsigned* out, long long n) {
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned products = by_products(in[i]);
  const unsigned shifts = by_shifts(in[i]);
  out[i] = in[i] % 2 == 0 ? products : shifts;  //! no branch, but all the work of both paths
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
  const unsigned of_warp = min(32U, blockDim.x - threadIdx.x / 32 * 32);  // the last may have fewer
  const unsigned warp = 0xffffffff >> (32 - of_warp);                     // a bit for each lane
  const bool exists = threadIdx.x < count;
  const bool even = exists && in[first + threadIdx.x] % 2 == 0;
  const unsigned evens = __ballot_sync(warp, even);  //! a bit for each lane
  const unsigned odds = __ballot_sync(warp, exists && !even);
  const int lane = threadIdx.x % 32;
  int first_even = 0, last_odd = 0;
  if (lane == 0) {
    first_even = atomicAdd(&next_even, __popc(evens));  // room for the whole warp
    last_odd = atomicSub(&next_odd, __popc(odds));
  }
  first_even = __shfl_sync(warp, first_even, 0);
  last_odd = __shfl_sync(warp, last_odd, 0);
  const unsigned lower = (1U << lane) - 1;
  const int place = even ? first_even + __popc(evens & lower) : last_odd - __popc(odds & lower);
  if (exists) element_of[place] = (unsigned short)threadIdx.x;  //! even elements first, odd last
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
