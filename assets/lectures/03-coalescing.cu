// Copies floats with strides, and times each: nvcc coalescing.cu -o coalescing && ./coalescing
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

__global__ void read_with_stride(const float* in, float* out, int n, int stride) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) out[i] = in[i * stride];  // neighbouring lanes read floats a stride apart
}

int main() {
  const int n = 1 << 22, widest = 32;
  float *in, *out;
  CHECK(cudaMalloc(&in, size_t{n} * widest * sizeof(float)));
  CHECK(cudaMalloc(&out, n * sizeof(float)));
  CHECK(cudaMemset(in, 0, size_t{n} * widest * sizeof(float)));
  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  read_with_stride<<<n / 256, 256>>>(in, out, n, 1);  // a warm-up
  CHECK(cudaGetLastError());
  for (int stride = 1; stride <= widest; stride *= 2) {
    CHECK(cudaEventRecord(begin, 0));
    for (int again = 0; again < 10; ++again) {
      read_with_stride<<<n / 256, 256>>>(in, out, n, stride);
    }
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(end, 0));
    CHECK(cudaEventSynchronize(end));
    float ms = 0;
    CHECK(cudaEventElapsedTime(&ms, begin, end));
    const int sectors = stride < 8 ? 4 * stride : 32;  // of 32 bytes, for each warp's loads
    std::printf("stride %2d: %.4f ms, %2d sectors for each warp\n", stride, ms / 10, sectors);
  }
  CHECK(cudaEventDestroy(begin));
  CHECK(cudaEventDestroy(end));
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
}
