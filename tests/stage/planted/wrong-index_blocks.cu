// heatwave: title Blocks of a vector; input x float[32] = 0..31; input y float[32] = 1
// heatwave: launch 4, 8; expect y[0] = 1 3 5
#define PLANTED 1
__global__ void saxpy(const float* x, float* y) {
#if PLANTED
  int i = blockIdx.x * gridDim.x + threadIdx.x;
#else
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#endif
  y[i] = 2.0f * x[i] + y[i];  // found
}
