// Two transposes for the profiler: nvcc -lineinfo profiler.cu -o profiler && ncu ./profiler
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

__global__ void direct(const float* in, float* out, int n) {
  const int x = threadIdx.x + blockIdx.x * 32, y = threadIdx.y + blockIdx.y * 32;
  out[x * n + y] = in[y * n + x];  // a store down a column: 32 sectors for a warp
}

template <int WIDTH>  // 32: bank conflicts; 33: none
__global__ void tiled(const float* in, float* out, int n) {
  __shared__ float tile[32][WIDTH];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[(y + blockIdx.y * 32) * n + x + blockIdx.x * 32];
  __syncthreads();
  out[(y + blockIdx.x * 32) * n + x + blockIdx.y * 32] = tile[x][y];
}

int main() {
  const int n = 4096;
  float *in, *out, last = 0;
  CHECK(cudaMalloc(&in, n * n * sizeof(float)));
  CHECK(cudaMalloc(&out, n * n * sizeof(float)));
  CHECK(cudaMemset(in, 0, n * n * sizeof(float)));
  const float one = 1;
  CHECK(cudaMemcpy(in + n - 1, &one, sizeof(one), cudaMemcpyHostToDevice));  // the upper right
  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  bool right = true;
  for (const auto kernel : {direct, direct, tiled<32>, tiled<33>}) {  // the first is a warm-up
    CHECK(cudaMemset(out, 0, n * n * sizeof(float)));
    CHECK(cudaEventRecord(begin, 0));
    kernel<<<dim3(n / 32, n / 32), dim3(32, 32)>>>(in, out, n);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(end, 0));
    CHECK(cudaMemcpy(&last, out + (n - 1) * n, sizeof(last), cudaMemcpyDeviceToHost));
    float ms = 0;
    CHECK(cudaEventElapsedTime(&ms, begin, end));
    std::printf("%.4f ms, %.0f GB/s\n", ms, 8e-6 * n * n / ms);
    right = right && last == 1;
  }
  CHECK(cudaEventDestroy(begin));
  CHECK(cudaEventDestroy(end));
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return right ? 0 : 1;
}
