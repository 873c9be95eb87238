// Mean distances to objects in constant memory: nvcc constant.cu -o constant && ./constant
#include <cmath>
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

constexpr int kObjects = 16;
__constant__ float2 objects[kObjects];  // all lanes read the same object at the same time

__global__ void mean_distance(float* means, int side) {
  const int x = threadIdx.x + blockIdx.x * blockDim.x;
  const int y = threadIdx.y + blockIdx.y * blockDim.y;
  if (x >= side || y >= side) return;
  float sum = 0;
  for (int i = 0; i < kObjects; ++i) {
    const float dx = x - objects[i].x, dy = y - objects[i].y;
    sum += sqrtf(dx * dx + dy * dy);
  }
  means[y * side + x] = sum / kObjects;
}

int main() {
  const int side = 500;  // no multiple of the block
  float2 places[kObjects];
  for (int i = 0; i < kObjects; ++i) places[i] = {31.0F * i, 499.0F - i * i};
  CHECK(cudaMemcpyToSymbol(objects, places, sizeof(places)));
  const size_t bytes = side * side * sizeof(float);
  float* d_means;
  CHECK(cudaMalloc(&d_means, bytes));
  const dim3 block(16, 16), grid((side + 15) / 16, (side + 15) / 16);
  mean_distance<<<grid, block>>>(d_means, side);
  CHECK(cudaGetLastError());
  std::vector<float> means(side * side);
  CHECK(cudaMemcpy(means.data(), d_means, bytes, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_means));
  double worst = 0;
  for (int i = 0; i < side * side; ++i) {  // a reference on the host, in double
    double sum = 0;
    for (const float2 each : places) sum += std::hypot(i % side - each.x, i / side - each.y);
    worst = std::fmax(worst, std::fabs(means[i] / (sum / kObjects) - 1));
  }
  std::printf("largest relative error %.1e\n", worst);
  return worst < 1e-6 ? 0 : 1;
}
