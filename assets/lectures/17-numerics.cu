// One sum in four ways, and their errors: nvcc numerics.cu -o numerics && ./numerics
#include <cmath>
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

constexpr int kNumbers = 1 << 20;
__device__ float number(int i) { return 0.1F + (i % 10) * 0.01F; }

__global__ void sums(float* out) {  // one thread, so that the order is plain to see
  double wide = 0;
  float plain = 0, sum = 0, lost = 0;
  for (int i = 0; i < kNumbers; ++i) {
    plain += number(i);
    const float y = number(i) - lost;  // Kahan: add what was lost before
    const float t = sum + y;
    lost = (t - sum) - y;
    sum = t;
    wide += number(i);
  }
  out[0] = plain;
  out[1] = sum;
  out[3] = static_cast<float>(wide);
}

__global__ void pairs(float* out) {  // a block: first 1024 sums, then a tree
  __shared__ float s[1024];
  float mine = 0;
  for (int i = threadIdx.x; i < kNumbers; i += 1024) mine += number(i);
  s[threadIdx.x] = mine;
  for (int half = 512; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];
  }
  if (threadIdx.x == 0) out[2] = s[0];
}

int main() {
  float *d, h[4];
  CHECK(cudaMalloc(&d, sizeof(h)));
  sums<<<1, 1>>>(d);
  CHECK(cudaGetLastError());
  pairs<<<1, 1024>>>(d);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d));
  const char* const ways[] = {"one by one", "Kahan", "in pairs", "in double"};
  for (int i = 0; i < 4; ++i)
    std::printf("%-10s %.3f, error %.1e\n", ways[i], h[i], h[i] / h[3] - 1);
  return std::fabs(h[1] / h[3] - 1) < 1e-6F && std::fabs(h[2] / h[3] - 1) < 1e-5F ? 0 : 1;
}
