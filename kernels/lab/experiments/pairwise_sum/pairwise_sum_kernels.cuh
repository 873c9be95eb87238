// These kernels add an array of numbers. They read 4 bytes for each number. Memory limits the best
// variant; the others wait for barriers, idle lanes or a single multiprocessor.

// variant: lecture
/// One block adds the array in place, in global memory; the sum ends in x[0].
__global__ void sum_in_place(float* x, long long n) {
  for (long long left = n; left > 1;) {
    const long long half = (left + 1) / 2;
    for (long long i = threadIdx.x; i + half < left; i += blockDim.x)
      x[i] += x[i + half];  //! adds the second half to the first
    __syncthreads();        //! all sums of this round must be stored before the next
    left = half;
  }
}

// variant: one-block-shared
/// One block adds the array in shared memory, with two slots for each thread. Each thread first
/// adds every n-th number.
__global__ void sum_in_one_block(const float* x, float* sum, long long n) {
  extern __shared__ float part[];
  const unsigned slots = 2 * blockDim.x;
  for (unsigned slot = threadIdx.x; slot < slots; slot += blockDim.x) {
    float own = 0.0F;
    for (long long i = slot; i < n; i += slots) own += x[i];
    part[slot] = own;  //! in shared memory from here on
  }
  for (unsigned left = slots; left > 1;) {
    const unsigned half = (left + 1) / 2;
    __syncthreads();
    if (threadIdx.x + half < left) part[threadIdx.x] += part[threadIdx.x + half];  //! halving
    left = half;
  }
  if (threadIdx.x == 0) *sum = part[0];
}

// variant: interleaved sequential shuffles
/// Returns a thread's first sum: its number and the one a block further on.
__device__ float sum_of_two(const float* x, long long n) {
  const long long i = 2LL * blockIdx.x * blockDim.x + threadIdx.x;
  const long long j = i + blockDim.x;
  return (i < n ? x[i] : 0.0F) + (j < n ? x[j] : 0.0F);
}

// variant: interleaved
__global__ void sum_interleaved(const float* x, float* sums, long long n) {
  extern __shared__ float part[];
  const unsigned me = threadIdx.x;
  part[me] = sum_of_two(x, n);
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    __syncthreads();
    if (me % (2 * step) == 0 && me + step < blockDim.x)
      part[me] += part[me + step];  //! a few lanes of every warp add; the rest wait
  }
  if (me == 0) sums[blockIdx.x] = part[0];
}

// variant: sequential
__global__ void sum_sequential(const float* x, float* sums, long long n) {
  extern __shared__ float part[];
  const unsigned me = threadIdx.x;
  part[me] = sum_of_two(x, n);
  for (unsigned left = blockDim.x; left > 1;) {
    const unsigned half = (left + 1) / 2;
    __syncthreads();
    if (me + half < left) part[me] += part[me + half];  //! whole warps add, whole warps finish
    left = half;
  }
  if (me == 0) sums[blockIdx.x] = part[0];
}

// variant: shuffles vectors one-launch
/// Returns the sum over a warp, in its first lane.
__device__ float sum_of_warp(float sum) {
  for (unsigned offset = 16; offset > 0; offset /= 2)
    sum += __shfl_down_sync(0xFFFFFFFF, sum, offset);  //! from register to register
  return sum;
}

/// Returns the sum over a block of whole warps, in its first thread.
__device__ float sum_of_block(float sum) {
  __shared__ float of_warp[32];
  const unsigned lane = threadIdx.x % 32;
  const unsigned warp = threadIdx.x / 32;
  sum = sum_of_warp(sum);
  if (lane == 0) of_warp[warp] = sum;
  __syncthreads();  //! the only barrier
  if (warp > 0) return 0.0F;
  return sum_of_warp(lane < blockDim.x / 32 ? of_warp[lane] : 0.0F);
}

// variant: shuffles
__global__ void sum_by_shuffles(const float* x, float* sums, long long n) {
  const float sum = sum_of_block(sum_of_two(x, n));  //! no shared memory for the threads' sums
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

// variant: vectors one-launch
/// Returns the sum of one thread of the whole grid, in a grid-stride loop with this many loads in
/// flight.
template <int in_flight>
__device__ float sum_of_thread(const float* x, long long n) {
  const float4* fours = (const float4*)x;
  const long long all_threads = (long long)gridDim.x * blockDim.x;
  const long long me = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0F;
  long long i = me;
  for (; i + (in_flight - 1) * all_threads < n / 4; i += in_flight * all_threads) {
    float4 four[in_flight];
#pragma unroll
    for (int k = 0; k < in_flight; ++k) four[k] = fours[i + k * all_threads];  //! 16 bytes each
#pragma unroll
    for (int k = 0; k < in_flight; ++k)
      sum += (four[k].x + four[k].y) + (four[k].z + four[k].w);  //! after all loads are issued
  }
  for (; i < n / 4; i += all_threads) {
    const float4 four = fours[i];
    sum += (four.x + four.y) + (four.z + four.w);
  }
  if (me < n % 4) sum += x[n - 1 - me];  // the last few numbers
  return sum;
}

// variant: vectors
/// Each block leaves one sum.
__global__ void __launch_bounds__(1024) sum_by_vectors(const float* x, float* sums, long long n) {
  const float sum = sum_of_block(sum_of_thread<4>(x, n));
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

// variant: one-launch
/// `finished` counts the finished blocks. It starts at 0, and the last block resets it to 0.
__global__ void __launch_bounds__(1024)
    sum_in_one_launch(const float* x, float* sums, unsigned* finished, float* all, long long n) {
  __shared__ bool is_last;
  float sum = sum_of_block(sum_of_thread<8>(x, n));  //! half of the blocks keep memory busy
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = sum;
    __threadfence();  //! makes the sum visible before the count
    is_last = atomicInc(finished, gridDim.x - 1) == gridDim.x - 1;  //! the last adds up
    __threadfence();  // reads the sums only after the count
  }
  __syncthreads();
  if (!is_last) return;
  sum = 0.0F;
  for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x)
    sum += __ldcg(&sums[i]);  //! fixed order: equal bits in every run
  sum = sum_of_block(sum);
  if (threadIdx.x == 0) *all = sum;
}
// end
