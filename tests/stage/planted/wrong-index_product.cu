// heatwave: title A product of matrices that are not square; input a float[12] = 1
// heatwave: input b float[8] = 2; input c float[6]; launch 1, 2x3; expect c[0] = 8 8 8 8 8 8
#define PLANTED 1
__global__ void multiply(const float* a, const float* b, float* c) {
  const int inner = 4, columns = 2;
  int row = threadIdx.y, column = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < inner; ++k) {
#if PLANTED
    sum += a[row * inner + k] * b[k * inner + column];  // found
#else
    sum += a[row * inner + k] * b[k * columns + column];
#endif
  }
  c[row * columns + column] = sum;
}
