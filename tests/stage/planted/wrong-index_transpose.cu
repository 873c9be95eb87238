// heatwave: title Transpose; input a int[32] = 0..31; input out int[32]; input width int = 8
// heatwave: input height int = 4; launch 1, 8x4; expect out[0] = 0 8 16 24 1 9 17 25
#define PLANTED 1
__global__ void transpose(const int* a, int* out, int width, int height) {
  int x = threadIdx.x, y = threadIdx.y;
#if PLANTED
  out[x * width + y] = a[y * width + x];  // found
#else
  out[x * height + y] = a[y * width + x];
#endif
}
