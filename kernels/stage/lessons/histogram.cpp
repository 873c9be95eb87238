// Counting how often each value comes: all threads on global counters, or a histogram for each
// block.
#include "kernels/stage/catalogue.h"

namespace heatwave::stage {
namespace {

struct HistogramArrays {
  Array data, bins;
  int n = 0;
  int values = 0;
};

// Here a line of the play is a line of the kernel, however long it is.
// clang-format off
// variant: global
class GlobalHistogram : public Kernel<HistogramArrays> {
 public:
  using Kernel::Kernel;

  Program run() override {  //= __global__ void histogram(const int* data, int* bins, int n) {
    Local<int> i{this, "i", threadIdx.x + blockIdx.x * blockDim.x};  //= int i = threadIdx.x + blockIdx.x * blockDim.x;
    while (co_await branch(i < n)) {
      Local<int> value{this, "value", static_cast<int>(co_await data[i])};  //= int value = data[i];
      co_await atomicAdd(bins[value], 1);  //! threads with the same value wait for each other
      i += blockDim.x * gridDim.x;
    }
  }
};

// variant: shared
class SharedHistogram : public Kernel<HistogramArrays> {
 public:
  using Kernel::Kernel;

  Array own = shared("own", values, 0, true);  //= __shared__ int own[VALUES];

  Program run() override {  //= __global__ void histogram(const int* data, int* bins, int n) {
    Local<int> v{this, "v", threadIdx.x};  //= int v = threadIdx.x;
    while (co_await branch(v < values)) {  //= while (v < VALUES) {
      co_await (own[v] = 0);
      v += blockDim.x;
    }
    co_await syncthreads();
    Local<int> i{this, "i", threadIdx.x + blockIdx.x * blockDim.x};  //= int i = threadIdx.x + blockIdx.x * blockDim.x;
    while (co_await branch(i < n)) {
      Local<int> value{this, "value", static_cast<int>(co_await data[i])};  //= int value = data[i];
      co_await atomicAdd(own[value], 1);  //! only threads of the block can meet here
      i += blockDim.x * gridDim.x;
    }
    co_await syncthreads();
    v = threadIdx.x;
    while (co_await branch(v < values)) {  //= while (v < VALUES) {
      co_await atomicAdd(bins[v], co_await own[v]);  //! one addition per block and value
      v += blockDim.x;
    }
  }
};
// end
// clang-format on

std::function<void()> set_up(Machine& machine, const PlaySettings& settings) {
  const std::vector<double>& data = settings.list("data");
  constexpr int kValues = 4;
  const HistogramArrays arrays{machine.array("data", Space::global, data),
                               machine.array("bins", Space::global, std::vector<double>(kValues)),
                               static_cast<int>(data.size()), kValues};
  const Dim grid{settings.whole("blocks")};
  const Dim block{settings.whole("threads")};
  const bool global = settings.version == "global";
  return [&machine, arrays, grid, block, global] {
    if (global) {
      machine.launch<GlobalHistogram>("histogram", grid, block, arrays);
    } else {
      machine.launch<SharedHistogram>("histogram", grid, block, arrays);
    }
  };
}

}  // namespace

Lesson histogram_lesson() {
  return {
      .id = "histogram",
      .title = "Histogram",
      .shows =
          "Each thread counts its numbers with atomic additions. When several threads of a step "
          "add "
          "to the same counter, all but one of them wait. Counters of its own in shared memory "
          "keep "
          "a block from waiting for the others; in the end each block adds its counts once.",
      .question = "What if all numbers are the same?",
      .lab = "histogram",
      .inputs = {{.id = "data",
                  .title = "numbers",
                  .help = "Each from 0 to 3.",
                  .initial = {0, 1, 1, 2, 1, 3, 1, 0, 2, 1, 1, 3, 0, 1, 1, 2},
                  .minimum = 0,
                  .maximum = 3,
                  .most = 64},
                 blocks_input(2, 4),
                 threads_input(4, 16)},
      .versions =
          {{.id = "global",
            .title = "counters in global memory",
            .what = "All threads of all blocks meet at the same four counters."},
           {.id = "shared",
            .title = "a histogram per block",
            .what = "A block counts for itself, and adds its counts to the others' at the end."}},
      .warp = 4,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage
