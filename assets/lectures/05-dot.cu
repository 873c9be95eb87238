// Dot product, one atomicAdd for each block: nvcc dot.cu -o dot && ./dot
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                      \
  do {                                                                   \
    const cudaError_t error = (call);                                    \
    if (error != cudaSuccess) {                                          \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, \
                   cudaGetErrorString(error));                           \
      std::exit(1);                                                      \
    }                                                                    \
  } while (0)

constexpr int kThreads = 256;  // a power of two, for the tree

__global__ void dot(const float* a, const float* b, float* c, int n) {
  __shared__ float cache[kThreads];
  float sum = 0;
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) {
    sum += a[i] * b[i];
  }
  cache[threadIdx.x] = sum;
  for (int half = kThreads / 2; half > 0; half /= 2) {
    __syncthreads();  // all have written
    if (threadIdx.x < half) cache[threadIdx.x] += cache[threadIdx.x + half];
  }
  if (threadIdx.x == 0) atomicAdd(c, cache[0]);  // in any order: the last digits may differ
}

int main() {
  const int n = 32 * 1024;
  std::vector<float> a(n), b(n);
  for (int i = 0; i < n; ++i) {
    a[i] = i;
    b[i] = 2 * i;
  }
  float *d_a, *d_b, *d_c, c = 0;
  CHECK(cudaMalloc(&d_a, n * sizeof(float)));
  CHECK(cudaMalloc(&d_b, n * sizeof(float)));
  CHECK(cudaMalloc(&d_c, sizeof(float)));
  CHECK(cudaMemcpy(d_a, a.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_b, b.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(d_c, 0, sizeof(float)));
  dot<<<32, kThreads>>>(d_a, d_b, d_c, n);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(&c, d_c, sizeof(float), cudaMemcpyDeviceToHost));
  const double exact = (n - 1.0) * n * (2.0 * n - 1) / 3;  // 2 times the sum of i * i
  std::printf("%g, expected %g\n", c, exact);
  CHECK(cudaFree(d_a));
  CHECK(cudaFree(d_b));
  CHECK(cudaFree(d_c));
  return std::fabs(c / exact - 1) < 1e-5 ? 0 : 1;
}
