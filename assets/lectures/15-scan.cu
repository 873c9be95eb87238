// Keeps the numbers that pass a test: nvcc scan.cu -o scan && ./scan
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/sequence.h>
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

struct IsSquare {
  __host__ __device__ bool operator()(int x) const {
    int root = 0;
    while (root * root < x) ++root;
    return root * root == x;
  }
};

__global__ void keep(const int* in, int n, int* out, int* count) {  // by hand: order is lost
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  const bool kept = i < n && IsSquare()(in[i]);
  const unsigned votes = __ballot_sync(0xffffffff, kept);  // a bit for each lane
  const int lane = threadIdx.x % 32;
  int first = 0;
  if (lane == 0) first = atomicAdd(count, __popc(votes));  // room for the whole warp
  first = __shfl_sync(0xffffffff, first, 0);
  if (kept) out[first + __popc(votes & ((1U << lane) - 1))] = in[i];
}

int main() {
  const int n = 100'000;
  thrust::device_vector<int> in(n), out(n), sorted(n), count(1, 0);
  thrust::sequence(in.begin(), in.end());  // 0, 1, 2 …
  const auto end = thrust::copy_if(in.begin(), in.end(), sorted.begin(), IsSquare());
  const int all = end - sorted.begin();
  keep<<<(n + 255) / 256, 256>>>(in.data().get(), n, out.data().get(), count.data().get());
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  std::printf("%d squares by Thrust, %d by hand; the last one is %d\n", all, int{count[0]},
              int{sorted[all - 1]});
  return all == 317 && count[0] == all && sorted[all - 1] == 316 * 316 ? 0 : 1;
}
