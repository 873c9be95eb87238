// Times a kernel by events, and by the clock of the host: nvcc timing.cu -o timing && ./timing
#include <chrono>
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                      \
  do {                                                                   \
    const cudaError_t error = (call);                                    \
    if (error != cudaSuccess) {                                          \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, \
                   cudaGetErrorString(error));                           \
      std::exit(1);                                                      \
    }                                                                    \
  } while (0)

__global__ void scale(float* x, float factor, int n) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += gridDim.x * blockDim.x) {
    x[i] *= factor;
  }
}

int main() {
  const int n = 1 << 26;
  float* x;
  CHECK(cudaMalloc(&x, n * sizeof(float)));
  CHECK(cudaMemset(x, 0, n * sizeof(float)));
  scale<<<1024, 256>>>(x, 2, n);  // a warm-up: the first launch loads the code
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());

  cudaEvent_t begin, end;  // time stamps of the GPU
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  const auto start = std::chrono::steady_clock::now();
  CHECK(cudaEventRecord(begin, 0));  // in stream 0
  scale<<<1024, 256>>>(x, 2, n);
  CHECK(cudaGetLastError());
  CHECK(cudaEventRecord(end, 0));
  const auto launched = std::chrono::steady_clock::now();
  CHECK(cudaEventSynchronize(end));  // waits for the kernel
  const auto done = std::chrono::steady_clock::now();

  float ms = 0;
  CHECK(cudaEventElapsedTime(&ms, begin, end));
  const std::chrono::duration<double, std::milli> launch = launched - start, all = done - start;
  std::printf("events: %.3f ms, %.0f GB/s\n", ms, 8e-6 * n / ms);
  std::printf("host: the launches took %.3f ms, with the kernel %.3f ms\n", launch.count(),
              all.count());
  CHECK(cudaEventDestroy(begin));
  CHECK(cudaEventDestroy(end));
  CHECK(cudaFree(x));
}
