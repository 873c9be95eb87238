// heatwave: title A shuffle in a branch; input a int[32] = 1; input out int[32]; launch 1, 32
// heatwave: expect out[0] = 16 16 16
#define PLANTED 1
__global__ void share_sum_of_half(const int* a, int* out) {
  __shared__ int sum;
  int t = threadIdx.x;
  int own = a[t];
  if (t < 16) {
#if PLANTED
    const unsigned lanes = 0xffffffffu;
#else
    const unsigned lanes = 0x0000ffffu;
#endif
    for (int d = 8; d > 0; d /= 2) {
      own += __shfl_down_sync(lanes, own, d, 16);  // found
    }
    if (t == 0) sum = own;
  }
  __syncthreads();
  out[t] = sum;
}
