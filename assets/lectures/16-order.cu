// The last block adds the sums of all: nvcc order.cu -o order && ./order
#include <cstdio>
#include <cstdlib>
#include <cuda/atomic>

#define CHECK(call)                                                      \
  do {                                                                   \
    const cudaError_t error = (call);                                    \
    if (error != cudaSuccess) {                                          \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, \
                   cudaGetErrorString(error));                           \
      std::exit(1);                                                      \
    }                                                                    \
  } while (0)

using Counter = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

__global__ void sum(const int* x, int n, long long* sums, unsigned* done, long long* total) {
  __shared__ long long of_block;
  if (threadIdx.x == 0) of_block = 0;
  __syncthreads();
  long long mine = 0;
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += gridDim.x * blockDim.x) {
    mine += x[i];
  }
  atomicAdd(reinterpret_cast<unsigned long long*>(&of_block), mine);
  __syncthreads();  // all threads of the block have added
  if (threadIdx.x != 0) return;
  sums[blockIdx.x] = of_block;
  // Release: the sum is visible before the count. Acquire: the last block sees all sums.
  const unsigned before = Counter(*done).fetch_add(1, cuda::memory_order_acq_rel);
  if (before != gridDim.x - 1) return;
  long long all = 0;
  for (unsigned block = 0; block < gridDim.x; ++block) all += sums[block];
  *total = all;
}

int main() {
  const int n = 1'000'003, blocks = 264;
  int* x;
  long long *sums, expected = 0, total = 0;
  unsigned* done;
  CHECK(cudaMallocManaged(&x, n * sizeof(int)));  // one address for host and device
  CHECK(cudaMalloc(&sums, (blocks + 1) * sizeof(long long)));
  CHECK(cudaMalloc(&done, sizeof(unsigned)));
  CHECK(cudaMemset(done, 0, sizeof(unsigned)));
  for (int i = 0; i < n; ++i) expected += x[i] = i % 1000;
  sum<<<blocks, 256>>>(x, n, sums, done, sums + blocks);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(&total, sums + blocks, sizeof(total), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(x));
  CHECK(cudaFree(sums));
  CHECK(cudaFree(done));
  std::printf("sum %lld, expected %lld\n", total, expected);
  return total == expected ? 0 : 1;
}
