// These kernels increment one number. Only that number moves; the threads that contend to change it
// limit the speed.

// variant: plain each atomic warp block
/// Returns whether this thread has an increment: the last block may have more threads than
/// increments are left.
__device__ bool race_has_increment(long long n) {
  return (long long)blockIdx.x * blockDim.x + threadIdx.x < n;
}

// variant: plain
__global__ void add_plainly(unsigned* a, long long n) {
  if (race_has_increment(n)) *a += 1;  //! load, add, store: thousands of threads race
}

// variant: each
/// `apart` is 0, but the compiler cannot know that: for it, the addresses may differ.
__global__ void add_each(unsigned* a, unsigned apart, long long n) {
  if (race_has_increment(n)) atomicAdd(a + threadIdx.x * apart, 1);  //! one atomic for each thread
}

// variant: atomic
__global__ void add_atomically(unsigned* a, long long n) {
  if (race_has_increment(n)) atomicAdd(a, 1);  //! the compiler may let one lane add for its warp
}

// variant: warp
__global__ void add_by_warp(unsigned* a, long long n) {
  if (!race_has_increment(n)) return;
  const unsigned here = __activemask();  //! the lanes that execute this line together, now
  const unsigned first = __ffs(here) - 1;
  if (threadIdx.x % 32 == first) atomicAdd(a, __popc(here));  //! one lane adds for these lanes
}

// variant: block
__global__ void add_by_block(unsigned* a, long long n) {
  __shared__ unsigned count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  if (race_has_increment(n)) atomicAdd(&count, 1);  //! in shared memory
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(a, count);  //! once for the whole block
}
// end
