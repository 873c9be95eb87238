// heatwave: title A result that is added to; input a int[8] = 0..7; input out int[8]; launch 1, 8
// heatwave: expect out[0] = 0 1 4 9 16
#define PLANTED 1
__global__ void square(const int* a, int* out) {
  int i = threadIdx.x;
#if PLANTED
  out[i] += a[i] * a[i];  // found
#else
  out[i] = a[i] * a[i];
#endif
}
