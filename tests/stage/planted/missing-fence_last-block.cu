// heatwave: title The last block adds; input a int[16] = 1; input sums int[4]
// heatwave: input done unsigned[1] = 0; input total int[1]; launch 4, 4; expect total[0] = 16
#define PLANTED 1
__global__ void sum(const int* a, int* sums, unsigned* done, int* total) {
  if (threadIdx.x != 0) return;
  int own = 0;
  for (int i = 0; i < 4; ++i) own += a[blockIdx.x * 4 + i];
  sums[blockIdx.x] = own;
#if !PLANTED
  __threadfence();
#endif
  if (atomicAdd(done, 1u) != gridDim.x - 1) return;
  __threadfence();
  int all = 0;
  for (int b = 0; b < gridDim.x; ++b) all += sums[b];  // found
  *total = all;
}
