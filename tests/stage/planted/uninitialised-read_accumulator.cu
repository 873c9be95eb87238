// heatwave: title A sum without a begin; input a float[64] = 1; input sums float[8]; launch 1, 8
// heatwave: expect sums[0] = 8 8
#define PLANTED 1
__global__ void strided_sum(const float* a, float* sums) {
#if PLANTED
  float sum;
#else
  float sum = 0;
#endif
  for (int i = threadIdx.x; i < 64; i += blockDim.x) {
    sum += a[i];  // found
  }
  sums[threadIdx.x] = sum;
}
