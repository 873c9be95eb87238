// This lesson counts how often each value occurs: in global counters, or in a histogram for each
// block.
#include <algorithm>

#include "kernels/core/error.h"
#include "kernels/stage/host_program.h"
#include "kernels/stage/lesson_catalogue.h"
#include "kernels/stage/stage_words.h"

namespace heatwave::stage::histogram_lesson {
namespace {

constexpr const char* kGlobal = R"cuda(
__global__ void histogram(const int* data, int n, int* bins, int m) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  while (i < n) {
    int value = data[i];
    atomicAdd(&bins[value], 1);  //! at worst all threads of all blocks contend for one count
    i += blockDim.x * gridDim.x;
  }
}
)cuda";

constexpr const char* kShared = R"cuda(
__global__ void histogram(const int* data, int n, int* bins, int m) {
  extern __shared__ int own[];  // m counts: the launch sets the size
  int v = threadIdx.x;
  while (v < m) {
    own[v] = 0;
    v += blockDim.x;
  }
  __syncthreads();
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  while (i < n) {
    int value = data[i];
    atomicAdd(&own[value], 1);  //! at worst all threads of the block contend
    i += blockDim.x * gridDim.x;
  }
  __syncthreads();
  v = threadIdx.x;
  while (v < m) {
    atomicAdd(&bins[v], own[v]);  //! one addition for each block and bin: at worst all blocks contend
    v += blockDim.x;
  }
}
)cuda";

constexpr const char* kGlobalHost = R"cuda(
cudaError_t host(const int* host_data, int* counts, int n, int m, int blocks, int threads) {
  int* data;
  int* bins;
  cudaMalloc(&data, n * sizeof(int));
  cudaMalloc(&bins, m * sizeof(int));
  cudaMemcpy(data, host_data, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(bins, 0, m * sizeof(int));
  histogram<<<blocks, threads>>>(data, n, bins, m);
  cudaError_t error = cudaGetLastError();  // was the launch correct?
  if (error == cudaSuccess) {  // the copy waits for the kernel
    error = cudaMemcpy(counts, bins, m * sizeof(int), cudaMemcpyDeviceToHost);
  }
  cudaFree(data);
  cudaFree(bins);
  return error;
}
)cuda";

constexpr const char* kSharedHost = R"cuda(
cudaError_t host(const int* host_data, int* counts, int n, int m, int blocks, int threads) {
  int* data;
  int* bins;
  cudaMalloc(&data, n * sizeof(int));
  cudaMalloc(&bins, m * sizeof(int));
  cudaMemcpy(data, host_data, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(bins, 0, m * sizeof(int));
  histogram<<<blocks, threads, m * sizeof(int)>>>(data, n, bins, m);
  cudaError_t error = cudaGetLastError();  // was the launch correct?
  if (error == cudaSuccess) {  // the copy waits for the kernel
    error = cudaMemcpy(counts, bins, m * sizeof(int), cudaMemcpyDeviceToHost);
  }
  cudaFree(data);
  cudaFree(bins);
  return error;
}
)cuda";

std::function<void()> set_up(Machine& machine, const PlaySettings& settings,
                             const KernelText& code) {
  const std::vector<double>& numbers = settings.list("data");
  const int m = settings.whole("bins");
  const double most = *std::max_element(numbers.begin(), numbers.end());
  if (most >= m) {
    throw core::Error("the numbers go up to " + words::number(most) + ": that takes at least " +
                      words::number(most + 1) + " bins");
  }
  HostInputs inputs = host_inputs(settings);
  inputs.numbers["n"] = static_cast<double>(numbers.size());
  inputs.numbers["m"] = m;
  return host_play(machine, code, std::move(inputs));
}

}  // namespace

Lesson lesson() {
  const std::vector<double> digits{3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
  const std::vector<double> equal(digits.size(), 5);
  return {
      .id = "histogram",
      .title = "Histogram",
      .shows =
          "Each thread counts its numbers with atomic additions, and threads that "
          "increment one count at one moment take turns. With counts in global memory, "
          "all threads of all blocks may contend for one count. With a histogram for "
          "each block in shared memory, only the threads of a block contend, and at the "
          "end each block adds once to each global count. The play counts how many "
          "threads use one count, in each step and in total.",
      .question =
          "256 threads in each of b blocks, all numbers equal: how many threads contend for one "
          "count?",
      .answer =
          "256 · b with counts in global memory. With a histogram for each block, the 256 threads "
          "of a block contend for its count, and b blocks for the global count at the merge. One "
          "of those that contend is served; the others wait.",
      .lab = "histogram",
      .lecture =
          "Hibbeler: digits 0 to 9. At worst all threads of all blocks contend for one "
          "count; with a histogram for each block, the 256 threads of a block do, and then b "
          "blocks at the merge.",
      .inputs = {{.id = "data",
                  .title = "numbers",
                  .help = "Digits, each from 0 to 9.",
                  .initial = digits,
                  .minimum = 0,
                  .maximum = 9,
                  .most = 64},
                 {.id = "bins",
                  .title = "bins",
                  .help = "Number of counts, one for each value from 0 on.",
                  .initial = {10},
                  .minimum = 1,
                  .maximum = 16},
                 blocks_input(2, 4),
                 threads_input(4, 16)},
      .versions =
          {{.id = "global",
            .title = "counts in global memory",
            .what = "All threads of all blocks contend for the global counts.",
            .code = {kGlobal, kGlobalHost}},
           {.id = "global-equal",
            .title = "… all numbers equal",
            .what = "The worst case: all threads of all blocks increment one count; initially 8 "
                    "threads, of 2 blocks.",
            .code = {kGlobal, kGlobalHost},
            .inputs = {{"data", equal}}},
           {.id = "shared",
            .title = "a histogram per block",
            .what = "Each block counts separately and adds its counts to the global ones at the "
                    "end.",
            .code = {kShared, kSharedHost}},
           {.id = "shared-equal",
            .title = "… all numbers equal",
            .what = "The worst case: all threads of a block increment one count, initially 4 "
                    "threads; then all blocks at the merge, initially 2.",
            .code = {kShared, kSharedHost},
            .inputs = {{"data", equal}}}},
      .warp = 4,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::histogram_lesson
