// heatwave: title A guard before a barrier; input a int[12] = 0..11; input out int[12]
// heatwave: input n int = 12; launch 2, 8; expect out[0] = 7 6 5 4 3 2 1 0 11 10 9 8
#define PLANTED 1
__global__ void reverse(const int* a, int* out, int n) {
  __shared__ int cells[8];
  int g = blockIdx.x * blockDim.x + threadIdx.x;
  int here = min(n - blockIdx.x * blockDim.x, blockDim.x);
#if PLANTED
  if (g >= n) return;
#endif
  if (g < n) cells[threadIdx.x] = a[g];
  __syncthreads();  // found
  if (g < n) out[g] = cells[here - 1 - threadIdx.x];
}
