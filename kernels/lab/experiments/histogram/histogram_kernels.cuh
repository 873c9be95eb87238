// These kernels count a histogram. They read 4 bytes for each value. Contention of atomic additions
// limits the first variants; memory limits the last.

// variant: global
__global__ void count_in_global(const int* values, unsigned* counts, long long n, int bins,
                                int log_copies) {
  const long long all_threads = (long long)gridDim.x * blockDim.x;
  for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all_threads)
    atomicAdd(&counts[values[i]], 1);  //! all threads of the GPU contend for these counts
}

// variant: shared
__global__ void count_in_shared(const int* values, unsigned* counts, long long n, int bins,
                                int log_copies) {
  extern __shared__ unsigned own[];  //! one histogram for this block
  for (int bin = threadIdx.x; bin < bins; bin += blockDim.x) own[bin] = 0;
  __syncthreads();
  const long long all_threads = (long long)gridDim.x * blockDim.x;
  for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all_threads)
    atomicAdd(&own[values[i]], 1);  //! only the block's threads contend
  __syncthreads();
  for (int bin = threadIdx.x; bin < bins; bin += blockDim.x)
    atomicAdd(&counts[bin], own[bin]);  //! once for each block and bin
}

// variant: striped striped-vectors
__device__ void clear_copies(unsigned* own, int size) {
  for (int i = threadIdx.x; i < size; i += blockDim.x) own[i] = 0;
  __syncthreads();
}

/// The addition is still atomic, because the other warps of the block use these copies, too.
__device__ void count_one(unsigned* own, int value, int log_copies) {
  const int copy = threadIdx.x & ((1 << log_copies) - 1);
  atomicAdd(&own[(value << log_copies) + copy], 1);  //! with 32 copies: bank = lane
}

__device__ void merge_copies(const unsigned* own, unsigned* counts, int bins, int log_copies) {
  __syncthreads();
  const int copies = 1 << log_copies;
  for (int bin = threadIdx.x; bin < bins; bin += blockDim.x) {
    unsigned sum = 0;
    for (int k = 0; k < copies; ++k)
      sum += own[(bin << log_copies) + ((bin + k) & (copies - 1))];  //! staggered starts
    if (sum > 0) atomicAdd(&counts[bin], sum);
  }
}

// variant: striped
__global__ void count_striped(const int* values, unsigned* counts, long long n, int bins,
                              int log_copies) {
  extern __shared__ unsigned own[];
  clear_copies(own, bins << log_copies);
  const long long all_threads = (long long)gridDim.x * blockDim.x;
  for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all_threads)
    count_one(own, values[i], log_copies);
  merge_copies(own, counts, bins, log_copies);
}

// variant: striped-vectors
__device__ void count_four(unsigned* own, int4 four, int log_copies) {
  count_one(own, four.x, log_copies);
  count_one(own, four.y, log_copies);
  count_one(own, four.z, log_copies);
  count_one(own, four.w, log_copies);
}

__global__ void __launch_bounds__(1024)
    count_striped_vectors(const int* values, unsigned* counts, long long n, int bins,
                          int log_copies) {
  extern __shared__ unsigned own[];
  clear_copies(own, bins << log_copies);
  const int in_flight = 4;  // loads in flight for each thread
  const int4* fours = (const int4*)values;
  const long long all_threads = (long long)gridDim.x * blockDim.x;
  const long long me = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  long long i = me;
  for (; i + (in_flight - 1) * all_threads < n / 4; i += in_flight * all_threads) {
    int4 four[in_flight];
#pragma unroll
    for (int k = 0; k < in_flight; ++k) four[k] = fours[i + k * all_threads];  //! 16 bytes each
#pragma unroll
    for (int k = 0; k < in_flight; ++k)
      count_four(own, four[k], log_copies);  //! after all loads have been issued
  }
  for (; i < n / 4; i += all_threads) count_four(own, fours[i], log_copies);
  for (long long last = n - n % 4 + me; last < n; last += all_threads)
    count_one(own, values[last], log_copies);
  merge_copies(own, counts, bins, log_copies);
}
// end
