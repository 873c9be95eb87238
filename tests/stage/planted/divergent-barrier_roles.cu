// heatwave: title Two roles, each with its barrier; input a int[64] = 0..63; input out int[64]
// heatwave: launch 1, 64; expect out[0] = 32 33 34
#define PLANTED 1
__global__ void exchange(const int* a, int* out) {
  __shared__ int cells[64];
  int t = threadIdx.x;
#if PLANTED
  if (t < 32) {
    cells[t] = a[t];
    __syncthreads();
  } else {
    cells[t] = a[t];
    __syncthreads();  // found
  }
#else
  cells[t] = a[t];
  __syncthreads();
#endif
  out[t] = cells[(t + 32) % 64];
}
