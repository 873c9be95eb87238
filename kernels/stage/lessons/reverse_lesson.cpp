// This lesson reverses an array, directly in global memory or through shared memory with ascending
// reads and writes.
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::reverse_lesson {
namespace {

struct ReverseArrays {
  Array in, out;
  int n = 0;
};

// Each line of the kernel must stay one line, however long it is: the play refers to line numbers.
// clang-format off
// variant: direct
class ReverseDirect : public Kernel<ReverseArrays> {
 public:
  using Kernel::Kernel;

  Program run() override {  //= __global__ void reverse(const int* in, int* out, int n) {
    const Local<int> i{this, "i", threadIdx.x + blockIdx.x * blockDim.x};  //= int i = threadIdx.x + blockIdx.x * blockDim.x;
    co_await (out[n - 1 - i] = co_await in[i]);  //! reads ascend, writes descend
  }
};

// variant: shared
class ReverseShared : public Kernel<ReverseArrays> {
 public:
  using Kernel::Kernel;

  Program run() override {  //= __global__ void reverse(const int* in, int* out, int n) {
    const Array piece = shared("piece", blockDim.x, 0, true);  //= extern __shared__ int piece[];  // blockDim.x ints: the launch sets the size
    const Local<int> t{this, "t", threadIdx.x};  //= int t = threadIdx.x;
    const Local<int> from{this, "from", blockIdx.x * blockDim.x};  //= int from = blockIdx.x * blockDim.x;
    const Local<int> to{this, "to", n - blockDim.x - from};  //= int to = n - blockDim.x - from;
    co_await (piece[blockDim.x - 1 - t] = co_await in[from + t]);  //! reversed in shared memory
    co_await syncthreads();
    co_await (out[to + t] = co_await piece[t]);  //! global reads and writes both ascend
  }
};

// variant: no-barrier
class ReverseNoBarrier : public Kernel<ReverseArrays> {
 public:
  using Kernel::Kernel;

  Program run() override {  //= __global__ void reverse(const int* in, int* out, int n) {
    const Array piece = shared("piece", blockDim.x, 0, true);  //= extern __shared__ int piece[];  // blockDim.x ints: the launch sets the size
    const Local<int> t{this, "t", threadIdx.x};  //= int t = threadIdx.x;
    const Local<int> from{this, "from", blockIdx.x * blockDim.x};  //= int from = blockIdx.x * blockDim.x;
    const Local<int> to{this, "to", n - blockDim.x - from};  //= int to = n - blockDim.x - from;
    co_await (piece[blockDim.x - 1 - t] = co_await in[from + t]);
    co_await (out[to + t] = co_await piece[t]);  //! the thread that writes this may be late
  }
};
// end
// clang-format on

std::function<void()> set_up(Machine& machine, const PlaySettings& settings) {
  const Dim grid{settings.whole("blocks")};
  const Dim block{settings.whole("threads")};
  const int n = grid.x * block.x;
  std::vector<double> numbers;
  for (int i = 0; i < n; ++i) numbers.push_back(10 + i);
  const ReverseArrays arrays{machine.array("in", Space::global, numbers),
                             machine.unwritten("out", Space::global, n), n};
  const std::string version = settings.version;
  return [&machine, arrays, grid, block, version] {
    if (version == "direct") {
      machine.launch<ReverseDirect>("reverse", grid, block, arrays);
    } else if (version == "shared") {
      machine.launch<ReverseShared>("reverse", grid, block, arrays);
    } else {
      machine.launch<ReverseNoBarrier>("reverse", grid, block, arrays);
    }
  };
}

}  // namespace

Lesson lesson() {
  return {
      .id = "reverse",
      .title = "Array reverse",
      .shows =
          "Each thread moves one number to the other end. Directly, a warp writes in "
          "descending order; through shared memory, the block reverses its piece first, "
          "and all global accesses ascend. On early GPUs that saved most of the time. "
          "Today only the number of sectors that a warp touches matters, not the order "
          "of its lanes in them, and both versions touch equally many.",
      .question = "Why must the barrier be exactly there?",
      .lab = "reverse",
      .lecture =
          "256K ints on the first GPUs: directly 267.52 µs and 62464 incoherent stores, "
          "through shared memory 50.46 µs and none.",
      .inputs = {blocks_input(2, 8), threads_input(8, 32, "Numbers that each block reverses.")},
      .versions = {{.id = "direct",
                    .title = "straight",
                    .what = "One load and one store for each thread."},
                   {.id = "shared",
                    .title = "through shared memory",
                    .what = "A block reverses its piece in shared memory."},
                   {.id = "no-barrier",
                    .title = "shared, without its barrier",
                    .what = "Threads read values that others may not have written yet."}},
      .warp = 4,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::reverse_lesson
