// 100 steps as single launches and as a graph: nvcc streams.cu -o streams && ./streams
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

__global__ void step(const float* from, float* to, int n) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i > 0 && i < n - 1) to[i] = 0.25F * from[i - 1] + 0.5F * from[i] + 0.25F * from[i + 1];
}

void hundred_steps(float* a, float* b, int n, cudaStream_t stream) {
  for (int i = 0; i < 50; ++i) {
    step<<<(n + 255) / 256, 256, 0, stream>>>(a, b, n);
    CHECK(cudaGetLastError());
    step<<<(n + 255) / 256, 256, 0, stream>>>(b, a, n);
    CHECK(cudaGetLastError());
  }
}

int main() {
  const int n = 10'000;
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  float *a, *b, middle[2];
  CHECK(cudaMallocAsync(&a, 2 * n * sizeof(float), stream));  // in the order of the stream
  b = a + n;
  cudaGraph_t graph;
  cudaGraphExec_t recorded;
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  hundred_steps(a, b, n, stream);  // recorded, not run
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaGraphInstantiate(&recorded, graph, 0));
  for (int way : {0, 1, 0, 1}) {  // the first two warm up
    CHECK(cudaMemsetAsync(a, 0, 2 * n * sizeof(float), stream));
    CHECK(cudaMemsetAsync(a + n / 2, 1, sizeof(float), stream));  // a small number, not 0
    CHECK(cudaStreamSynchronize(stream));
    const auto start = std::chrono::steady_clock::now();
    if (way == 0) hundred_steps(a, b, n, stream);
    if (way == 1) CHECK(cudaGraphLaunch(recorded, stream));
    CHECK(cudaMemcpyAsync(&middle[way], a + n / 2, 4, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - start;
    std::printf("%s: %.0f us\n", way == 0 ? "100 launches" : "one graph   ", took.count());
  }
  CHECK(cudaFreeAsync(a, stream));
  CHECK(cudaStreamDestroy(stream));
  return middle[0] > 0 && middle[0] == middle[1] ? 0 : 1;
}
