// heatwave: title Differences; input a int[16] = 0 1 4 9 16 25 36 49 64 81 100 121 144 169 196 225
// heatwave: input out int[15]; launch 1, 16; expect out[0] = 1 3 5 7 9
#define PLANTED 1
__global__ void differences(const int* a, int* out) {
  int i = threadIdx.x;
#if PLANTED
  if (i < blockDim.x) out[i] = a[i + 1] - a[i];  // found
#else
  if (i + 1 < blockDim.x) out[i] = a[i + 1] - a[i];
#endif
}
