// This lesson counts how often each value occurs: in global counters, or in a histogram for each
// block.
#include <algorithm>

#include "kernels/core/error.h"
#include "kernels/stage/lesson_catalogue.h"
#include "kernels/stage/stage_words.h"

namespace heatwave::stage::histogram_lesson {
namespace {

struct HistogramArrays {
  Array data, bins;
  int n = 0;
  int m = 0;  ///< bins
};

// Each line of the kernel must stay one line, however long it is: the play refers to line numbers.
// clang-format off
// variant: global global-equal
class GlobalHistogram : public Kernel<HistogramArrays> {
 public:
  using Kernel::Kernel;

  Program run() override {  //= __global__ void histogram(const int* data, int n, int* bins, int m) {
    Local<int> i{this, "i", threadIdx.x + blockIdx.x * blockDim.x};  //= int i = threadIdx.x + blockIdx.x * blockDim.x;
    while (co_await branch(i < n)) {
      const Local<int> value{this, "value", static_cast<int>(co_await data[i])};  //= int value = data[i];
      co_await atomicAdd(bins[value], 1);  //! at worst all threads of all blocks wait for one count
      i += blockDim.x * gridDim.x;
    }
  }
};

// variant: shared shared-equal
class SharedHistogram : public Kernel<HistogramArrays> {
 public:
  using Kernel::Kernel;

  Program run() override {  //= __global__ void histogram(const int* data, int n, int* bins, int m) {
    const Array own = shared("own", m, 0, true);  //= extern __shared__ int own[];  // m counts: the launch sets the size
    Local<int> v{this, "v", threadIdx.x};  //= int v = threadIdx.x;
    while (co_await branch(v < m)) {
      co_await (own[v] = 0);
      v += blockDim.x;
    }
    co_await syncthreads();
    Local<int> i{this, "i", threadIdx.x + blockIdx.x * blockDim.x};  //= int i = threadIdx.x + blockIdx.x * blockDim.x;
    while (co_await branch(i < n)) {
      const Local<int> value{this, "value", static_cast<int>(co_await data[i])};  //= int value = data[i];
      co_await atomicAdd(own[value], 1);  //! at worst all threads of the block wait
      i += blockDim.x * gridDim.x;
    }
    co_await syncthreads();
    v = threadIdx.x;
    while (co_await branch(v < m)) {
      co_await atomicAdd(bins[v], co_await own[v]);  //! one addition for each block and bin: at worst all blocks wait
      v += blockDim.x;
    }
  }
};
// end
// clang-format on

std::function<void()> set_up(Machine& machine, const PlaySettings& settings) {
  const std::vector<double>& data = settings.list("data");
  const int bins = settings.whole("bins");
  const double most = *std::max_element(data.begin(), data.end());
  if (most >= bins) {
    throw core::Error("the numbers go up to " + words::number(most) + ": that takes at least " +
                      words::number(most + 1) + " bins");
  }
  const HistogramArrays arrays{
      machine.array("data", Space::global, data),
      machine.array("bins", Space::global, std::vector<double>(static_cast<std::size_t>(bins))),
      static_cast<int>(data.size()), bins};
  const Dim grid{settings.whole("blocks")};
  const Dim block{settings.whole("threads")};
  const bool global = settings.version.starts_with("global");
  return [&machine, arrays, grid, block, global] {
    if (global) {
      machine.launch<GlobalHistogram>("histogram", grid, block, arrays);
    } else {
      machine.launch<SharedHistogram>("histogram", grid, block, arrays);
    }
  };
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
          "all threads of all blocks may compete for one count. With a histogram for "
          "each block in shared memory, only the threads of a block compete, and at the "
          "end each block adds once to each global count. The play counts how many "
          "threads use one count, in each step and in total.",
      .question =
          "256 threads in each of b blocks, all numbers equal: how many threads wait for "
          "one count?",
      .lab = "histogram",
      .lecture =
          "Digits 0 to 9. At worst all threads of all blocks wait for one count; with a "
          "histogram for each block, the 256 threads of a block do, and then b blocks at "
          "the merge.",
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
            .what = "All threads of all blocks compete for the global counts."},
           {.id = "global-equal",
            .title = "… all numbers equal",
            .what = "The worst case: all threads of all blocks increment one count; initially 8 "
                    "threads, of 2 blocks.",
            .inputs = {{"data", equal}}},
           {.id = "shared",
            .title = "a histogram per block",
            .what = "Each block counts separately and adds its counts to the global ones at the "
                    "end."},
           {.id = "shared-equal",
            .title = "… all numbers equal",
            .what = "The worst case: all threads of a block increment one count, initially 4 "
                    "threads; then all blocks at the merge, initially 2.",
            .inputs = {{"data", equal}}}},
      .warp = 4,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::histogram_lesson
