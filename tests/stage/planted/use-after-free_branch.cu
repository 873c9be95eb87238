// heatwave: title Coefficients of a polynomial; input x float[8] = -4 -3 -2 -1 0 1 2 3
// heatwave: input coefficients float[3] = 1 2 3; input negative float[3] = 0; input y float[8]
// heatwave: free negative; launch 1, 8; expect y[0] = 41 22 9
#define PLANTED 1
__device__ float polynomial(const float* c, float x) {
  return c[0] + x * (c[1] + x * c[2]);  // found
}
__global__ void evaluate(const float* x, const float* coefficients, const float* negative,
                         float* y) {
  int i = threadIdx.x;
#if PLANTED
  y[i] = polynomial(x[i] < 0 ? negative : coefficients, x[i]);
#else
  y[i] = polynomial(coefficients, x[i]);
#endif
}
