// A standing wave, compared with its exact solution: nvcc wave.cu -o wave && ./wave
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

constexpr int kSide = 200, kSteps = 1000;  // cells along a side, with the edge
constexpr float kC2 = 0.25F;               // c² is stable up to 1/2

__global__ void step(const float* old, float* older) {  // the new grid replaces the older one
  const int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
  if (x < 1 || y < 1 || x >= kSide - 1 || y >= kSide - 1) return;  // the edge is held at 0
  const int i = y * kSide + x;
  const float around = old[i - kSide] + old[i + kSide] + old[i - 1] + old[i + 1];
  older[i] = 2 * old[i] - older[i] + kC2 * (around - 4 * old[i]);
}

int main() {
  const double k = std::acos(-1.0) / (kSide - 1);  // half a wave along each side
  const double half = std::sin(k / 2), omega = 2 * std::asin(std::sqrt(2 * kC2) * half);
  std::vector<float> mode(kSide * kSide), before(mode.size()), result(mode.size());
  for (int i = 0; i < kSide * kSide; ++i) {
    const double u = std::sin(k * (i % kSide)) * std::sin(k * (i / kSide));
    mode[i] = u;
    before[i] = u * std::cos(omega);  // the field one step earlier
  }
  const size_t bytes = mode.size() * sizeof(float);
  float *d_old, *d_older;
  CHECK(cudaMalloc(&d_old, bytes));
  CHECK(cudaMalloc(&d_older, bytes));
  CHECK(cudaMemcpy(d_old, mode.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_older, before.data(), bytes, cudaMemcpyHostToDevice));
  const dim3 block(16, 16), grid((kSide + 15) / 16, (kSide + 15) / 16);
  for (int n = 0; n < kSteps; ++n) {
    step<<<grid, block>>>(d_old, d_older);
    CHECK(cudaGetLastError());
    std::swap(d_old, d_older);
  }
  CHECK(cudaMemcpy(result.data(), d_old, bytes, cudaMemcpyDeviceToHost));
  for (float* each : {d_old, d_older}) CHECK(cudaFree(each));
  double worst = 0;
  for (size_t i = 0; i < mode.size(); ++i) {
    worst = std::fmax(worst, std::fabs(result[i] - mode[i] * std::cos(omega * kSteps)));
  }
  return std::printf("after %d steps, largest error %.1e\n", kSteps, worst), worst < 1e-2 ? 0 : 1;
}
