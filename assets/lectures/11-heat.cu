// Heat on a plate with a hot square: nvcc heat.cu -o heat && ./heat
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
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

constexpr int kRows = 200, kColumns = 300, kSteps = 500;
constexpr float kAlpha = 0.25F;  // stable up to 1/4

__host__ __device__ bool is_hot(int x, int y) { return x >= 100 && x < 200 && y >= 80 && y < 120; }

__host__ __device__ float next(const float* u, int i) {
  return u[i] + kAlpha * (u[i - kColumns] + u[i + kColumns] + u[i + 1] + u[i - 1] - 4 * u[i]);
}

__global__ void step(const float* __restrict__ old, float* __restrict__ now) {  // two grids
  const int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
  if (x < 1 || y < 1 || x >= kColumns - 1 || y >= kRows - 1) return;  // the edge stays 0
  const int i = y * kColumns + x;
  now[i] = is_hot(x, y) ? 1 : next(old, i);
}

int main() {
  std::vector<float> u(kRows * kColumns), v, result(u.size());
  for (int i = 0; i < kRows * kColumns; ++i) u[i] = is_hot(i % kColumns, i / kColumns) ? 1 : 0;
  v = u;
  const size_t bytes = u.size() * sizeof(float);
  float *d_u, *d_v;
  CHECK(cudaMalloc(&d_u, bytes));
  CHECK(cudaMalloc(&d_v, bytes));
  CHECK(cudaMemcpy(d_u, u.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_v, u.data(), bytes, cudaMemcpyHostToDevice));
  const dim3 block(16, 16), grid((kColumns + 15) / 16, (kRows + 15) / 16);  // rounded up
  for (int n = 0; n < kSteps; ++n) {
    step<<<grid, block>>>(d_u, d_v);
    CHECK(cudaGetLastError());
    std::swap(d_u, d_v);                                       // the new grid becomes the old one
    for (int i = kColumns; i < kColumns * (kRows - 1); ++i) {  // the reference, meanwhile
      const int x = i % kColumns;
      if (x > 0 && x < kColumns - 1) v[i] = is_hot(x, i / kColumns) ? 1 : next(u.data(), i);
    }
    std::swap(u, v);
  }
  CHECK(cudaMemcpy(result.data(), d_u, bytes, cudaMemcpyDeviceToHost));
  for (float* each : {d_u, d_v}) CHECK(cudaFree(each));
  float worst = 0;
  for (size_t i = 0; i < u.size(); ++i) worst = std::fmax(worst, std::fabs(result[i] - u[i]));
  return std::printf("largest difference %.1e\n", worst), worst < 1e-5F ? 0 : 1;
}
