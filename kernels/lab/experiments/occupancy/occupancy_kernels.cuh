// These kernels follow walks through a table: each load needs the result of the one before it. So
// latency limits them, and loads of other walks have to fill the wait.

// variant: one
__global__ void walk_one(const unsigned* next, unsigned n, unsigned* ends, unsigned walks,
                         int steps) {
  const unsigned walk = blockIdx.x * blockDim.x + threadIdx.x;
  if (walk >= walks) return;
  unsigned at = walk % n;
  for (int step = 0; step < steps; ++step) at = next[at];  //! one load under way in each thread
  ends[walk] = at;
}

// variant: four many bounded
/// Follows kWalks walks in one thread; the loads of one step do not need each other.
template <int kWalks>
__device__ void walk_several(const unsigned* next, unsigned n, unsigned* ends, unsigned walks,
                             int steps) {
  const unsigned threads = gridDim.x * blockDim.x;
  const unsigned first = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned at[kWalks];
#pragma unroll
  for (int i = 0; i < kWalks; ++i) at[i] = (first + i * threads) % n;
  for (int step = 0; step < steps; ++step) {
#pragma unroll
    for (int i = 0; i < kWalks; ++i) at[i] = next[at[i]];  //! several loads under way
  }
#pragma unroll
  for (int i = 0; i < kWalks; ++i) {
    const unsigned walk = first + i * threads;
    if (walk < walks) ends[walk] = at[i];
  }
}

// variant: four
__global__ void walk_four(const unsigned* next, unsigned n, unsigned* ends, unsigned walks,
                          int steps) {
  walk_several<4>(next, n, ends, walks, steps);  //! a quarter of the threads
}

// variant: many
__global__ void __launch_bounds__(1024)  // blocks of 1024 threads leave 64 registers for each
    walk_many(const unsigned* next, unsigned n, unsigned* ends, unsigned walks, int steps) {
  walk_several<32>(next, n, ends, walks, steps);  //! one register for each walk
}

// variant: bounded
__global__ void __launch_bounds__(1024, 2)  //! two blocks of 1024 threads: 32 registers for each
    walk_bounded(const unsigned* next, unsigned n, unsigned* ends, unsigned walks, int steps) {
  walk_several<32>(next, n, ends, walks, steps);  //! so walks are spilled to local memory
}
// end
