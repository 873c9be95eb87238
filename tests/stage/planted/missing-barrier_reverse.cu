// heatwave: title Reverse a block; input a int[64] = 0..63; input out int[64]; launch 1, 64
// heatwave: expect out[0] = 63 62
#define PLANTED 1
__global__ void reverse(const int* a, int* out) {
  __shared__ int cells[64];
  int t = threadIdx.x;
  cells[t] = a[t];
#if !PLANTED
  __syncthreads();
#endif
  out[t] = cells[blockDim.x - 1 - t];  // found
}
