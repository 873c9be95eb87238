// This lesson is a thought experiment on global, local and shared memory: one a, six b, three c.
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::memory_lesson {
namespace {

struct MemoryArrays {
  Array a;
};

// Each line of the kernel must stay one line, however long it is: the play refers to line numbers.
// clang-format off
// variant: memory
class Memory : public Kernel<MemoryArrays> {
 public:
  using Kernel::Kernel;

  Program run() override {  //= __global__ void spaces(int* a) {  // *a: one for all threads
    const Array c = shared("c", 1, 0, true);  //= __shared__ int c;  // one for each block
    Local<int> b{this, "b"};  //= int b;  // one for each thread
    b = threadIdx.x + blockIdx.x * blockDim.x;
    co_await (a[0] = b);  //= *a = b;  //! all threads write to one cell
    co_await (c[0] = b);  //= c = b;  //! all threads of the block write to one cell
  }
};
// end
// clang-format on

std::function<void()> set_up(Machine& machine, const PlaySettings& settings) {
  const MemoryArrays arrays{machine.unwritten("a", Space::global, 1)};
  const Dim grid{settings.whole("blocks")};
  const Dim block{settings.whole("threads")};
  return [&machine, arrays, grid, block] { machine.launch<Memory>("spaces", grid, block, arrays); };
}

}  // namespace

Lesson lesson() {
  return {
      .id = "memory",
      .title = "Memory spaces",
      .shows =
          "Every thread stores its number in a, which is global, in b, which is local to "
          "it, and in c, which its block shares. At the end there are six b, three c and "
          "one a. The writes are not ordered, so any of them may be the last: the stage "
          "reports a race.",
      .question = "Which values can a have at the end, and which can the c of block 1 have?",
      .lab = "memory-spaces",
      .lecture =
          "<<<3, 2>>>: one a, with the value of the last thread that stores; six b, 0 to "
          "5; three c, each one of its block's two values.",
      .inputs = {blocks_input(3, 8), threads_input(2, 8)},
      .schedule = {.kind = Schedule::Kind::random},
      .warp = 2,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::memory_lesson
