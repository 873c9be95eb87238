// These kernels compute a dot product. They read 8 bytes for each element and are memory bound once
// enough loads are in flight.

// variant: lecture more-blocks
/// Each block leaves one partial sum. It uses one float of shared memory for each thread.
__global__ void dot_by_tree(const float* a, const float* b, float* partial, long long n) {
  extern __shared__ float cache[];
  const long long all_threads = (long long)gridDim.x * blockDim.x;
  float sum = 0.0F;
  for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all_threads)
    sum += a[i] * b[i];  //! the sum stays in a register
  cache[threadIdx.x] = sum;
  for (unsigned left = blockDim.x; left > 1;) {
    const unsigned half = (left + 1) / 2;
    __syncthreads();  //! a barrier before each round
    if (threadIdx.x + half < left) cache[threadIdx.x] += cache[threadIdx.x + half];
    left = half;
  }
  if (threadIdx.x == 0) partial[blockIdx.x] = cache[0];
}

// variant: shuffles vectors last-block
/// Returns the sum over a block of whole warps, in its first thread.
__device__ float dot_sum_of_block(float sum) {
  __shared__ float of_warp[32];
  const unsigned lane = threadIdx.x % 32;
  const unsigned warp = threadIdx.x / 32;
  for (unsigned offset = 16; offset > 0; offset /= 2)
    sum += __shfl_down_sync(0xFFFFFFFF, sum, offset);  //! lane to lane: no memory, no barrier
  __syncthreads();  // wait until all threads have read the previous sum
  if (lane == 0) of_warp[warp] = sum;
  __syncthreads();
  if (warp > 0) return 0.0F;
  sum = lane < blockDim.x / 32 ? of_warp[lane] : 0.0F;
  for (unsigned offset = 16; offset > 0; offset /= 2)
    sum += __shfl_down_sync(0xFFFFFFFF, sum, offset);
  return sum;
}

// variant: shuffles
__global__ void dot_by_shuffles(const float* a, const float* b, float* partial, long long n) {
  const long long all_threads = (long long)gridDim.x * blockDim.x;
  float sum = 0.0F;
  for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all_threads)
    sum += a[i] * b[i];
  sum = dot_sum_of_block(sum);  //! replaces the tree
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}

// variant: vectors last-block
__device__ float dot_add_products(float sum, float4 a, float4 b) {
  return fmaf(a.w, b.w, fmaf(a.z, b.z, fmaf(a.y, b.y, fmaf(a.x, b.x, sum))));
}

/// Returns the sum that one thread of the whole grid computes.
__device__ float dot_sum_of_thread(const float* a, const float* b, long long n) {
  const int in_flight = 4;  // loads in flight from each array
  const float4* fours_a = (const float4*)a;
  const float4* fours_b = (const float4*)b;
  const long long all_threads = (long long)gridDim.x * blockDim.x;
  const long long me = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0F;
  long long i = me;
  for (; i + (in_flight - 1) * all_threads < n / 4; i += in_flight * all_threads) {
    float4 from_a[in_flight];
    float4 from_b[in_flight];
#pragma unroll
    for (int k = 0; k < in_flight; ++k) {
      from_a[k] = fours_a[i + k * all_threads];  //! one load of 16 bytes
      from_b[k] = fours_b[i + k * all_threads];
    }
#pragma unroll
    for (int k = 0; k < in_flight; ++k)
      sum = dot_add_products(sum, from_a[k], from_b[k]);  //! after eight loads have been issued
  }
  for (; i < n / 4; i += all_threads) sum = dot_add_products(sum, fours_a[i], fours_b[i]);
  if (me < n % 4) sum = fmaf(a[n - 1 - me], b[n - 1 - me], sum);  // the last few elements
  return sum;
}

// variant: vectors
__global__ void __launch_bounds__(1024)
    dot_by_vectors(const float* a, const float* b, float* partial, long long n) {
  const float sum = dot_sum_of_block(dot_sum_of_thread(a, b, n));
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}

// variant: last-block
/// `finished` counts the finished blocks. It starts at 0, and the last block resets it to 0.
__global__ void __launch_bounds__(1024)
    dot_in_one_launch(const float* a, const float* b, float* partial, unsigned* finished,
                      float* result, long long n) {
  __shared__ bool is_last;
  float sum = dot_sum_of_block(dot_sum_of_thread(a, b, n));
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;
    __threadfence();  //! makes the partial sum visible before the count
    is_last = atomicInc(finished, gridDim.x - 1) == gridDim.x - 1;  //! the last adds up
    __threadfence();  // reads the partial sums only after the count
  }
  __syncthreads();
  if (!is_last) return;
  sum = 0.0F;
  for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x)
    sum += __ldcg(&partial[i]);  //! fixed order: equal bits in every run
  sum = dot_sum_of_block(sum);
  if (threadIdx.x == 0) *result = sum;
}
// end
