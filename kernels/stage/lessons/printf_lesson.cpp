// This lesson shows printf in a kernel: lines enter a buffer in any order, and the host prints the
// buffer when it waits.
#include "kernels/stage/host_program.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::printf_lesson {
namespace {

constexpr const char* kHello = R"cuda(
__global__ void hello() {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  printf("%d\n", i);  //! into a buffer on the device
}
)cuda";

constexpr const char* kHost = R"cuda(
void host(int blocks, int threads) {
  hello<<<blocks, threads>>>();
  printf("-1\n");  //! printed first: the launch has returned at once
  cudaDeviceSynchronize();  //! prints the kernel's lines
}
)cuda";

std::function<void()> set_up(Machine& machine, const PlaySettings& settings,
                             const KernelText& code) {
  const int lines = settings.whole("blocks") * settings.whole("threads");
  HostInputs inputs = host_inputs(settings);
  inputs.buffer = machine.unwritten("buffer", Space::global, Scalar::int32, lines);
  inputs.terminal = machine.unwritten("terminal", Space::host, Scalar::int32, 1 + lines);
  machine.print_into(inputs.buffer);
  machine.let_vary(inputs.buffer);  // lines come in any order
  machine.let_vary(inputs.terminal);
  return host_play(machine, code, std::move(inputs));
}

}  // namespace

Lesson lesson() {
  return {
      .id = "printf",
      .title = "printf from a kernel",
      .shows =
          "Each thread prints its number. The lines enter a buffer on the device in the order in "
          "which the threads run, and the host prints the buffer when it next launches a kernel, "
          "copies and waits for it, or waits for the device: late, and in any order. If the "
          "buffer overflows, the oldest lines are lost. Here it waits, so a line that the host "
          "prints after the launch comes first. Another seed gives another order.",
      .question = "What is certain about the order of the lines?",
      .answer =
          "Only that each thread's own lines are in its own order. The buffer has a fixed size, "
          "which "
          "cudaDeviceSetLimit sets (8 650 752 bytes by default on an H100); when it is full, new "
          "lines "
          "overwrite the oldest ones. So it is not even certain that every line appears.",
      .lab = "",
      .inputs = {blocks_input(3, 8), threads_input(2, 8)},
      .schedule = {.kind = Schedule::Kind::random},
      .warp = 2,
      .code = {kHello, kHost, HostSteps::calls},
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::printf_lesson
