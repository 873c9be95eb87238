// heatwave: title A barrier in the branch of a tree; input a int[64] = 1; input sum int[1]
// heatwave: launch 1, 64; expect sum[0] = 64
#define PLANTED 1
__global__ void tree(const int* a, int* sum) {
  __shared__ int cache[64];
  int t = threadIdx.x;
  cache[t] = a[t];
  __syncthreads();
  for (int i = 32; i > 0; i /= 2) {
    if (t < i) {
      cache[t] += cache[t + i];
#if PLANTED
      __syncthreads();  // found
    }
#else
    }
    __syncthreads();
#endif
  }
  if (t == 0) *sum = cache[0];
}
