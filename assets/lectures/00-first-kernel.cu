// Adds two vectors on the GPU: nvcc first-kernel.cu -o first-kernel && ./first-kernel
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

__global__ void add(const float* a, const float* b, float* c, int n) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;  // the thread's element
  if (i < n) c[i] = a[i] + b[i];                        // the guard: surplus threads do nothing
}

int main() {
  const int n = 1000;  // no multiple of the block
  const size_t bytes = n * sizeof(float);
  std::vector<float> a(n), b(n), c(n);
  for (int i = 0; i < n; ++i) {
    a[i] = i;
    b[i] = 2 * i;
  }
  float *d_a, *d_b, *d_c;  // addresses in the memory of the device
  CHECK(cudaMalloc(&d_a, bytes));
  CHECK(cudaMalloc(&d_b, bytes));
  CHECK(cudaMalloc(&d_c, bytes));
  CHECK(cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_b, b.data(), bytes, cudaMemcpyHostToDevice));

  const int block = 256;                     // a multiple of 32
  const int grid = (n + block - 1) / block;  // rounded up
  add<<<grid, block>>>(d_a, d_b, d_c, n);    // returns at once
  CHECK(cudaGetLastError());                 // errors of the launch
  CHECK(cudaDeviceSynchronize());            // errors of the kernel

  CHECK(cudaMemcpy(c.data(), d_c, bytes, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_a));
  CHECK(cudaFree(d_b));
  CHECK(cudaFree(d_c));
  for (int i = 0; i < n; ++i) {
    if (c[i] != 3.0F * i) return std::printf("wrong at %d: %g\n", i, c[i]), 1;
  }
  std::printf("%d sums are right\n", n);
}
