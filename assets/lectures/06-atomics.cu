// A race, its cure, and a maximum of floats by CAS: nvcc atomics.cu -o atomics && ./atomics
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

__global__ void count(int* plain, int* atomic) {
  *plain += 1;           // load, add, store: other threads come in between
  atomicAdd(atomic, 1);  // indivisible
}

__device__ void atomic_max(float* a, float x) {
  int* const bits = reinterpret_cast<int*>(a);
  int seen = atomicAdd(bits, 0);  // an atomic load: a plain one beside a CAS is a race
  while (x > __int_as_float(seen)) {
    const int before = atomicCAS(bits, seen, __float_as_int(x));
    if (before == seen) return;  // equal bits: x is stored
    seen = before;               // another thread was faster: compare with its value
  }
}

__global__ void largest(float* most, int n) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) atomic_max(most, static_cast<float>(i * 7919LL % n));  // each number below n, once
}

int main() {
  const int n = 1'000'000;
  int *d_counts, counts[2];
  float *d_most, most = 0;
  CHECK(cudaMalloc(&d_counts, sizeof(counts)));
  CHECK(cudaMalloc(&d_most, sizeof(float)));
  CHECK(cudaMemset(d_counts, 0, sizeof(counts)));
  CHECK(cudaMemset(d_most, 0, sizeof(float)));  // the bits of 0.0 are 0
  count<<<1000, 1000>>>(d_counts, d_counts + 1);
  CHECK(cudaGetLastError());
  largest<<<(n + 255) / 256, 256>>>(d_most, n);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(counts, d_counts, sizeof(counts), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(&most, d_most, sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_counts));
  CHECK(cudaFree(d_most));
  std::printf("plain %d, atomicAdd %d, largest %g\n", counts[0], counts[1], most);
  return counts[1] == n && most == n - 1 ? 0 : 1;
}
