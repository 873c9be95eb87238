// heatwave: title A window in registers; input a int[16] = 0..15; input out int[4]; launch 1, 4
// heatwave: expect out[0] = 6 22 38 54
#define PLANTED 1
__global__ void window_sums(const int* a, int* out) {
  int window[4];
#if PLANTED
  for (int i = 0; i < 3; ++i) window[i] = a[4 * threadIdx.x + i];
#else
  for (int i = 0; i < 4; ++i) window[i] = a[4 * threadIdx.x + i];
#endif
  int sum = 0;
  for (int i = 0; i < 4; ++i) {
    sum += window[i];  // found
  }
  out[threadIdx.x] = sum;
}
