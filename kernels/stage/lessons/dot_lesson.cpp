// This lesson is the lecture's dot product: products in registers, then a tree in shared memory.
#include "kernels/core/error.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::dot_lesson {
namespace {

struct DotArrays {
  Array a, b, c;
  int n = 0;
};

// Each line of the kernel must stay one line, however long it is: the play refers to line numbers.
// clang-format off
// variant: right
class Dot : public Kernel<DotArrays> {
 public:
  using Kernel::Kernel;

  Program run() override {  //= __global__ void dot(const float* a, const float* b, float* c, int n) {
    const Array cache = shared("cache", blockDim.x);  //= extern __shared__ float cache[];  // blockDim.x floats: the launch sets the size
    Local<int> tid{this, "tid", threadIdx.x + blockIdx.x * blockDim.x};  //= int tid = threadIdx.x + blockIdx.x * blockDim.x;
    Local<float> temp{this, "temp", 0};  //= float temp = 0;
    while (co_await branch(tid < n)) {
      temp += co_await a[tid] * co_await b[tid];
      tid += blockDim.x * gridDim.x;
    }
    co_await (cache[threadIdx.x] = temp);  //! one sum for each thread
    co_await syncthreads();  //! all sums are written before any is added
    Local<int> i{this, "i", blockDim.x / 2};  //= int i = blockDim.x / 2;
    while (co_await branch(i != 0)) {
      if (co_await branch(threadIdx.x < i)) {
        co_await (cache[threadIdx.x] = co_await cache[threadIdx.x] + co_await cache[threadIdx.x + i]);
      }
      co_await syncthreads();
      i /= 2;
    }
    if (co_await branch(threadIdx.x == 0)) {
      co_await (c[blockIdx.x] = co_await cache[0]);  //! one sum for each block
    }
  }
};

// variant: no-barriers
class DotWithoutBarriers : public Kernel<DotArrays> {
 public:
  using Kernel::Kernel;

  Program run() override {  //= __global__ void dot(const float* a, const float* b, float* c, int n) {
    const Array cache = shared("cache", blockDim.x);  //= extern __shared__ float cache[];  // blockDim.x floats: the launch sets the size
    Local<int> tid{this, "tid", threadIdx.x + blockIdx.x * blockDim.x};  //= int tid = threadIdx.x + blockIdx.x * blockDim.x;
    Local<float> temp{this, "temp", 0};  //= float temp = 0;
    while (co_await branch(tid < n)) {
      temp += co_await a[tid] * co_await b[tid];
      tid += blockDim.x * gridDim.x;
    }
    co_await (cache[threadIdx.x] = temp);
    Local<int> i{this, "i", blockDim.x / 2};  //= int i = blockDim.x / 2;
    while (co_await branch(i != 0)) {
      if (co_await branch(threadIdx.x < i)) {
        co_await (cache[threadIdx.x] = co_await cache[threadIdx.x] + co_await cache[threadIdx.x + i]);  //! the other thread may not have written yet
      }
      i /= 2;
    }
    if (co_await branch(threadIdx.x == 0)) {
      co_await (c[blockIdx.x] = co_await cache[0]);
    }
  }
};
// end
// clang-format on

std::function<void()> set_up(Machine& machine, const PlaySettings& settings) {
  const std::vector<double>& a = settings.list("a");
  const std::vector<double>& b = settings.list("b");
  if (a.size() != b.size()) {
    throw core::Error("a has " + std::to_string(a.size()) + " numbers and b has " +
                      std::to_string(b.size()) + ": both need equally many numbers");
  }
  const auto n = static_cast<int>(a.size());
  const Dim grid{settings.whole("blocks")};
  const Dim block{settings.whole("threads")};
  if ((block.x & (block.x - 1)) != 0) {
    throw core::Error("threads must be a power of two: the tree halves it until one is left");
  }
  const DotArrays arrays{machine.array("a", Space::global, a), machine.array("b", Space::global, b),
                         machine.unwritten("c", Space::global, grid.x), n};
  const Array result = machine.unwritten("result", Space::host, 1);
  const bool right = settings.version == "right";
  return [&machine, arrays, grid, block, result, right] {
    if (right) {
      machine.launch<Dot>("dot", grid, block, arrays);
    } else {
      machine.launch<DotWithoutBarriers>("dot", grid, block, arrays);
    }
    machine.step("the host adds the blocks' sums", [&] {
      double sum = 0;
      for (int i = 0; i < grid.x; ++i) sum += machine.value(arrays.c, i);
      machine.set(result, 0, sum);
    });
  };
}

}  // namespace

Lesson lesson() {
  return {
      .id = "dot",
      .title = "Dot product",
      .shows =
          "Each thread multiplies and adds in a register, in a grid-stride loop: with 2 "
          "blocks of 4 threads it takes every eighth pair. Then the threads of a block "
          "store their sums in shared memory and add them pairwise, with a barrier after "
          "each round. Watch half of the threads become idle in every round.",
      .question = "What would the result be if one of the barriers were missing?",
      .lab = "dot",
      .lecture =
          "Block 0: 47 14 22 40, then 69 54, then 123; block 1: 18 32 59 74, then 77 106, then "
          "183; the result: 306.",
      .inputs = {{.id = "a",
                  .title = "vector a",
                  .help = "As many numbers as in b.",
                  .initial = {1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 1, 1, 3, 2, 5, 6},
                  .minimum = -1000,
                  .maximum = 1000,
                  .most = 64},
                 {.id = "b",
                  .title = "vector b",
                  .help = "As many numbers as in a.",
                  .initial = {2, 4, 5, 8, 3, 5, 7, 4, 5, 6, 7, 8, 1, 1, 2, 7},
                  .minimum = -1000,
                  .maximum = 1000,
                  .most = 64},
                 blocks_input(2, 4),
                 threads_input(4, 16, "A power of two: the tree halves it until one is left.")},
      .versions =
          {{.id = "right", .title = "with its barriers", .what = "Write, wait, add, wait, add."},
           {.id = "no-barriers",
            .title = "without barriers",
            .what = "Threads add sums that others may not have written yet. Now choose Lockstep: a "
                    "block is one warp here, all its threads run together, and the result is 306 "
                    "again. The mistake is still there, but hidden.",
            .schedule = Schedule{.kind = Schedule::Kind::random, .seed = 7}}},
      .warp = 4,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::dot_lesson
