// This lesson shows printf in a kernel: lines enter a buffer in any order, and the host prints the
// buffer when it waits.
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::printf_lesson {
namespace {

struct PrintArrays {
  Array buffer;
};

constexpr double kOfTheHost = -1;

// Each line of the kernel must stay one line, however long it is: the play refers to line numbers.
// clang-format off
// variant: printf
class Hello : public Kernel<PrintArrays> {
 public:
  using Kernel::Kernel;

  Program run() override {  //= __global__ void hello() {
    const Local<int> i{this, "i", threadIdx.x + blockIdx.x * blockDim.x};  //= int i = threadIdx.x + blockIdx.x * blockDim.x;
    co_await print(buffer, i);  //= printf("%d\n", i);  //! into a buffer on the device
  }
};
// end

// variant: printf
void host(Machine& machine, const PrintArrays& arrays, Array terminal, Dim grid, Dim block) {  //= void host(int blocks, int threads) {
  machine.queue<Hello>("hello", grid, block, arrays);  //= hello<<<blocks, threads>>>();
  machine.step("the host prints −1", [&] { machine.set(terminal, 0, kOfTheHost); });  //= printf("-1\n");  //! printed first: the launch has returned at once
  machine.synchronise();  //= cudaDeviceSynchronize();  //! prints the kernel's lines
  machine.step("the buffer is printed, in the order in which its lines arrived", [&] {  //=
    for (int i = 0; i < grid.x * block.x; ++i) machine.set(terminal, 1 + i, machine.value(arrays.buffer, i));  //=
  }, __LINE__ - 3);  //=
}  //= }
// end
// clang-format on

std::function<void()> set_up(Machine& machine, const PlaySettings& settings) {
  const Dim grid{settings.whole("blocks")};
  const Dim block{settings.whole("threads")};
  const PrintArrays arrays{machine.unwritten("buffer", Space::global, grid.x * block.x)};
  const Array terminal = machine.unwritten("terminal", Space::host, 1 + grid.x * block.x);
  return
      [&machine, arrays, terminal, grid, block] { host(machine, arrays, terminal, grid, block); };
}

}  // namespace

Lesson lesson() {
  return {
      .id = "printf",
      .title = "printf from a kernel",
      .shows =
          "Each thread prints its number. The lines enter a buffer on the device in the "
          "order in which the threads run, and the host prints the buffer when it next "
          "launches a kernel, copies and waits for it, or waits for the device: late, "
          "and in any order. Here it waits, so a line that the host prints after the "
          "launch comes first. Another seed gives another order.",
      .question = "What is certain about the order of the lines?",
      .lab = "",
      .inputs = {blocks_input(3, 8), threads_input(2, 8)},
      .schedule = {.kind = Schedule::Kind::random},
      .warp = 2,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::printf_lesson
