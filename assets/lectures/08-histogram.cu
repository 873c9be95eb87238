// Counts values, with a histogram for each block: nvcc histogram.cu -o histogram && ./histogram
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

__global__ void histogram(const int* data, int n, int* bins, int m) {
  extern __shared__ int own[];  // the third launch argument sets its size
  for (int v = threadIdx.x; v < m; v += blockDim.x) own[v] = 0;
  __syncthreads();
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) {
    atomicAdd(&own[data[i]], 1);  // only threads of this block contend
  }
  __syncthreads();
  for (int v = threadIdx.x; v < m; v += blockDim.x) atomicAdd(&bins[v], own[v]);
}

int main() {
  const int n = 1 << 24, m = 256;
  std::vector<int> data(n), expected(m), bins(m);
  std::srand(1);
  for (int& each : data) {
    each = std::rand() % m;
    ++expected[each];
  }
  int *d_data, *d_bins;
  CHECK(cudaMalloc(&d_data, n * sizeof(int)));
  CHECK(cudaMalloc(&d_bins, m * sizeof(int)));
  CHECK(cudaMemcpy(d_data, data.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(d_bins, 0, m * sizeof(int)));
  cudaDeviceProp device;
  CHECK(cudaGetDeviceProperties(&device, 0));
  const int blocks = 4 * device.multiProcessorCount;  // enough to fill the GPU, few to merge
  histogram<<<blocks, 256, m * sizeof(int)>>>(d_data, n, d_bins, m);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(bins.data(), d_bins, m * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_data));
  CHECK(cudaFree(d_bins));
  const bool right = bins == expected;
  std::printf("%d numbers in %d bins: %s\n", n, m, right ? "right" : "wrong");
  return right ? 0 : 1;
}
