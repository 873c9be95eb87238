// heatwave: title Blelloch's scan, the way up; input a int[16] = 1; input total int[1]
// heatwave: launch 1, 8; expect total[0] = 16
#define PLANTED 1
__global__ void up_sweep(const int* a, int* total) {
  __shared__ int sums[16];
  int t = threadIdx.x;
  sums[2 * t] = a[2 * t];
  sums[2 * t + 1] = a[2 * t + 1];
  for (int d = 1; d < 16; d *= 2) {
    __syncthreads();
    if (t < 8 / d) {
#if PLANTED
      sums[(2 * t + 2) * d] += sums[(2 * t + 1) * d - 1];  // found
#else
      sums[(2 * t + 2) * d - 1] += sums[(2 * t + 1) * d - 1];
#endif
    }
  }
  __syncthreads();
  if (t == 0) *total = sums[15];
}
