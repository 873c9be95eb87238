// Occupancy for each block size, and a sum by shuffles: nvcc warps.cu -o warps && ./warps
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

__global__ void __launch_bounds__(1024) sum(int* total, int n) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  int mine = i < n ? i % 7 : 0;  // surplus lanes add nothing, but take part in the shuffles
  for (int far = 16; far > 0; far /= 2) mine += __shfl_down_sync(0xffffffff, mine, far);
  if (threadIdx.x % 32 == 0) atomicAdd(total, mine);  // one for each warp
}

int main() {
  cudaDeviceProp gpu;
  CHECK(cudaGetDeviceProperties(&gpu, 0));
  cudaFuncAttributes kernel;
  CHECK(cudaFuncGetAttributes(&kernel, sum));
  std::printf("%d multiprocessors of %d threads; the kernel has %d registers for each thread\n",
              gpu.multiProcessorCount, gpu.maxThreadsPerMultiProcessor, kernel.numRegs);
  const int n = 1'000'000;
  int expected = 0, *d_total, total = 0;
  for (int i = 0; i < n; ++i) expected += i % 7;
  CHECK(cudaMalloc(&d_total, sizeof(int)));
  bool right = true;
  for (int block = 32; block <= 1024; block *= 2) {
    int blocks = 0;  // of this size, at once on a multiprocessor
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, sum, block, 0));
    CHECK(cudaMemset(d_total, 0, sizeof(int)));
    sum<<<(n + block - 1) / block, block>>>(d_total, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&total, d_total, sizeof(int), cudaMemcpyDeviceToHost));
    std::printf("block %4d: %2d at once, occupancy %3d %%, sum %d\n", block, blocks,
                100 * blocks * block / gpu.maxThreadsPerMultiProcessor, total);
    right = right && total == expected;
  }
  CHECK(cudaFree(d_total));
  return right ? 0 : 1;
}
