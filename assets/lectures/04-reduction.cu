// Sums a vector by shuffles: nvcc reduction.cu -o reduction && ./reduction
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

__global__ void sum(const int* x, long long* total, int n) {
  __shared__ long long of_warp[32];
  long long mine = 0;  // many numbers for each thread, in a register
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += gridDim.x * blockDim.x) {
    mine += x[i];
  }
  for (int far = 16; far > 0; far /= 2) mine += __shfl_down_sync(0xffffffff, mine, far);
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = mine;
  __syncthreads();  // all warps have written
  if (threadIdx.x == 0) {
    long long block = 0;
    for (int warp = 0; warp < blockDim.x / 32; ++warp) block += of_warp[warp];
    atomicAdd(reinterpret_cast<unsigned long long*>(total), block);  // one for each block
  }
}

int main() {
  const int n = 1'000'003;
  std::vector<int> x(n);
  long long expected = 0;
  for (int i = 0; i < n; ++i) expected += x[i] = i % 1000;
  int* d_x;
  long long *d_total, total = 0;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_total, sizeof(long long)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(d_total, 0, sizeof(long long)));
  sum<<<256, 256>>>(d_x, d_total, n);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(&total, d_total, sizeof(long long), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_total));
  std::printf("sum %lld, expected %lld\n", total, expected);
  return total == expected ? 0 : 1;
}
