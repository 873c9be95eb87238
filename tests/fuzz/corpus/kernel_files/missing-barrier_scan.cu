// heatwave: title Hillis and Steele's scan; input a int[32] = 1; input out int[32]; launch 1, 32
// heatwave: expect out[0] = 1 2 3 4 5 6 7 8
#define PLANTED 1
__global__ void scan(const int* a, int* out) {
  __shared__ int sums[32];
  int t = threadIdx.x;
  sums[t] = a[t];
  __syncthreads();
  for (int d = 1; d < blockDim.x; d *= 2) {
    int left = t >= d ? sums[t - d] : 0;
#if !PLANTED
    __syncthreads();
#endif
    sums[t] += left;  // found
    __syncthreads();
  }
  out[t] = sums[t];
}
