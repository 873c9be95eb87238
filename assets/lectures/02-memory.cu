// Stores each thread's number in three kinds of memory: nvcc memory.cu -o memory && ./memory
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

__constant__ int first = 100;  // constant memory: all threads read it, the host writes it

__global__ void spaces(int* a, int* all_b, int* all_c) {
  __shared__ int c;                                     // one for each block
  const int b = threadIdx.x + blockIdx.x * blockDim.x;  // one for each thread, in a register
  *a = first + b;                                       // one for all, in global memory: a race
  c = first + b;                                        // a race within the block
  __syncthreads();
  all_b[b] = b;
  if (threadIdx.x == 0) all_c[blockIdx.x] = c;
}

int main() {
  const int blocks = 3, threads = 2;
  int* d;  // a, then all b, then all c
  const int count = 1 + blocks * threads + blocks;
  CHECK(cudaMalloc(&d, count * sizeof(int)));
  const int zero = 0;
  CHECK(cudaMemcpyToSymbol(first, &zero, sizeof(int)));  // now the numbers begin at 0
  spaces<<<blocks, threads>>>(d, d + 1, d + 1 + blocks * threads);
  CHECK(cudaGetLastError());
  int h[1 + 3 * 2 + 3];
  CHECK(cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost));  // waits for the kernel
  CHECK(cudaFree(d));
  std::printf("a: %d, one of 0 to 5\n", h[0]);
  bool right = h[0] >= 0 && h[0] < 6;
  for (int i = 0; i < 6; ++i) right = right && h[1 + i] == i;
  for (int block = 0; block < 3; ++block) {
    std::printf("c of block %d: %d, %d or %d\n", block, h[7 + block], 2 * block, 2 * block + 1);
    right = right && h[7 + block] / 2 == block;
  }
  size_t pitch = 0;
  char* rows;
  CHECK(cudaMallocPitch(&rows, &pitch, 352, 24));
  std::printf("24 rows of 352 bytes get a pitch of %zu\n", pitch);
  CHECK(cudaFree(rows));
  return right ? 0 : 1;
}
