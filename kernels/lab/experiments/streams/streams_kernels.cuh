// These kernels take steps on chains of numbers. A step of one chain has little to do, so the time
// of its launch limits the speed.

// variant: waiting one-stream streams graph graph-of-streams one-launch
__device__ unsigned streams_next(unsigned x) { return x * 1664525U + 1013904223U; }

// variant: waiting one-stream streams graph graph-of-streams
__global__ void step_chain(unsigned* chain, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) chain[i] = streams_next(chain[i]);  //! one step: a load, a product, a sum, a store
}

// variant: one-launch
__global__ void step_all_chains(unsigned* chains, long long all, int steps) {
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= all) return;
  unsigned x = chains[i];
  for (int step = 0; step < steps; ++step) x = streams_next(x);  //! the loop is in the kernel
  chains[i] = x;
}
// end
