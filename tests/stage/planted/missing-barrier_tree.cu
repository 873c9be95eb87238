// heatwave: title Sum by a tree; input a float[64] = 1; input sum float[1]; launch 1, 64
// heatwave: expect sum[0] = 64
#define PLANTED 1
__global__ void tree(const float* a, float* sum) {
  __shared__ float cache[64];
  int t = threadIdx.x;
  cache[t] = a[t];
  __syncthreads();
  for (int i = blockDim.x / 2; i > 0; i /= 2) {
    if (t < i) cache[t] += cache[t + i];  // found
#if !PLANTED
    __syncthreads();
#endif
  }
  if (t == 0) *sum = cache[0];
}
