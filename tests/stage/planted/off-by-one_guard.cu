// heatwave: title A guard; input a int[10] = 0..9; input b int[10] = 1; input c int[10]
// heatwave: input n int = 10; launch 2, 8; expect c[0] = 1 2 3 4 5 6 7 8 9 10
#define PLANTED 1
__global__ void add(const int* a, const int* b, int* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#if PLANTED
  if (i <= n) c[i] = a[i] + b[i];  // found
#else
  if (i < n) c[i] = a[i] + b[i];
#endif
}
