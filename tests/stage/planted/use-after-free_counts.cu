// heatwave: title Counts that were freed; input values int[16] = 0 1 2 3 3 2 1 0 0 0 1 1 2 2 3 3
// heatwave: input scratch int[4] = 0; input counts int[4] = 0; free scratch; launch 2, 8
// heatwave: expect counts[0] = 4 4 4 4
#define PLANTED 1
__global__ void count(const int* values, int* scratch, int* counts) {
  int value = values[blockIdx.x * blockDim.x + threadIdx.x];
#if PLANTED
  int* into = scratch;
#else
  int* into = counts;
#endif
  atomicAdd(into + value, 1);  // found
}
