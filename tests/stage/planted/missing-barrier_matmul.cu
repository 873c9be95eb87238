// heatwave: title A product with tiles; input a float[64] = 1; input b float[64] = 2
// heatwave: input c float[64]; input n int = 8; launch 2x2, 4x4; expect c[0] = 16 16
#define PLANTED 1
__global__ void multiply(const float* a, const float* b, float* c, int n) {
  __shared__ float left[4][4];
  __shared__ float right[4][4];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * 4 + y, column = blockIdx.x * 4 + x;
  float sum = 0;
  for (int tile = 0; tile < n; tile += 4) {
    left[y][x] = a[row * n + tile + x];  // found
    right[y][x] = b[(tile + y) * n + column];
    __syncthreads();
    for (int k = 0; k < 4; ++k) sum += left[y][k] * right[k][x];
#if !PLANTED
    __syncthreads();
#endif
  }
  c[row * n + column] = sum;
}
