// heatwave: title Counts in shared memory; input values int[32] = 3; input counts int[4] = 0
// heatwave: launch 2, 16; expect counts[0] = 0 0 0 32
#define PLANTED 1
__global__ void count(const int* values, int* counts) {
  __shared__ int own[4];
  int t = threadIdx.x;
#if !PLANTED
  if (t < 4) own[t] = 0;
  __syncthreads();
#endif
  atomicAdd(&own[values[blockIdx.x * 16 + t]], 1);  // found
  __syncthreads();
  if (t < 4) atomicAdd(&counts[t], own[t]);
}
