// heatwave: title A stencil with a halo; input a float[34] = 0..33; input out float[32]
// heatwave: launch 2, 16; expect out[0] = 1 2 3
#define PLANTED 1
__global__ void smooth(const float* a, float* out) {
  __shared__ float tile[18];
  int t = threadIdx.x;
  int first = blockIdx.x * blockDim.x;
  tile[t + 1] = a[first + t + 1];
  if (t == 0) tile[0] = a[first];
  if (t == 1) tile[17] = a[first + 17];
#if !PLANTED
  __syncthreads();
#endif
  float sum = tile[t] + tile[t + 1] + tile[t + 2];  // found
  out[first + t] = sum / 3;
}
