// A rod on two GPUs that exchange ghost cells: nvcc machines.cu -o machines && ./machines
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                       \
  do {                                                                                    \
    const cudaError_t error = (call);                                                     \
    if (error != cudaSuccess) {                                                           \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
      std::exit(1);                                                                       \
    }                                                                                     \
  } while (0)

__host__ __device__ float next_of(const float* c) { return fmaf(.25F, c[-1] + c[1] - 2 * *c, *c); }
__global__ void step(const float* from, float* to) {  // cell 0 and the last are ends or ghosts
  const int i = threadIdx.x + blockIdx.x * blockDim.x + 1;
  to[i] = next_of(from + i);
}

int main() {
  const int n = 1 << 16, steps = 100, bytes = (n + 2) * sizeof(float);  // of each half
  int count = 0, peers = 0;
  CHECK(cudaGetDeviceCount(&count));
  const int device[2] = {0, count > 1 ? 1 : 0};
  if (count > 1) CHECK(cudaDeviceCanAccessPeer(&peers, 0, 1));
  std::puts(peers ? "two peers" : count > 1 ? "two GPUs, by way of the host" : "one GPU for both");
  std::vector<float> rod(2 * n + 2), next(rod);
  for (int i = 1; i <= 2 * n; ++i) rod[i] = i % 7;
  float* memory[2][2];  // of each half, before and after a step
  cudaEvent_t stepped[2];
  for (int d : {0, 1}) {
    CHECK(cudaSetDevice(device[d]));
    if (peers) CHECK(cudaDeviceEnablePeerAccess(1 - d, 0));  // copies need not pass the host
    CHECK(cudaEventCreate(&stepped[d]));
    for (float*& each : memory[d]) CHECK(cudaMalloc(&each, bytes));
    for (float* to : memory[d]) CHECK(cudaMemcpy(to, &rod[d * n], bytes, cudaMemcpyDefault));
  }
  for (int s = 0, to = 1; s < steps; ++s, to ^= 1, rod.swap(next)) {
    for (int d : {0, 1}) {
      CHECK(cudaSetDevice(device[d]));
      step<<<n / 256, 256>>>(memory[d][to ^ 1], memory[d][to]);
      CHECK(cudaGetLastError());
      CHECK(cudaEventRecord(stepped[d], 0));
    }
    for (int d : {0, 1}) {
      CHECK(cudaSetDevice(device[d]));
      CHECK(cudaStreamWaitEvent(0, stepped[1 - d], 0));  // without it a ghost cell may be stale
      CHECK(cudaMemcpyPeerAsync(memory[d][to] + (1 - d) * (n + 1), device[d],  // the ghost cell
                                memory[1 - d][to] + (d == 0 ? 1 : n), device[1 - d], 4, 0));
    }
    for (int i = 1; i <= 2 * n; ++i) next[i] = next_of(&rod[i]);  // the uncut rod
  }
  for (int d : {0, 1}) {
    CHECK(cudaSetDevice(device[d]));
    CHECK(cudaMemcpy(&next[d * (n + 1)], memory[d][0] + d, bytes - 4, cudaMemcpyDeviceToHost));
  }
  std::puts(next == rod ? "as the uncut rod, to the bit" : "a ghost cell was stale");
  return next == rod ? 0 : 1;
}
