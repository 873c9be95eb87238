// This lesson is a thought experiment on global, local and shared memory: one a, six b, three c.
#include "kernels/stage/host_program.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::memory_lesson {
namespace {

constexpr const char* kSpaces = R"cuda(
__global__ void spaces(int* a) {  // *a: one for all threads
  __shared__ int c;  // one for each block
  int b;  // one for each thread
  b = threadIdx.x + blockIdx.x * blockDim.x;
  *a = b;  //! all threads write to one cell
  c = b;  //! all threads of the block write to one cell
}
)cuda";

constexpr const char* kHost = R"cuda(
cudaError_t host(int* host_a, int blocks, int threads) {
  int* a;
  cudaMalloc(&a, sizeof(int));
  spaces<<<blocks, threads>>>(a);
  cudaError_t error = cudaGetLastError();  // was the launch correct?
  if (error == cudaSuccess) {  // the copy waits for the kernel
    error = cudaMemcpy(host_a, a, sizeof(int), cudaMemcpyDeviceToHost);
  }
  cudaFree(a);
  return error;
}
)cuda";

std::function<void()> set_up(Machine& machine, const PlaySettings& settings,
                             const KernelText& code) {
  return host_play(machine, code, host_inputs(settings));
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
      .answer =
          "a: any of 0 to 5, the value of the thread that stores last. The c of block 1: 2 or 3.",
      .lab = "memory-spaces",
      .lecture =
          "Landau (2012), <<<3, 2>>>: one a, with the value of the last thread that stores; "
          "six b, 0 to 5; three c, each one of its block's two values. A line there, __shared__ "
          "int c = …, does not compile: a shared variable takes no initial value.",
      .inputs = {blocks_input(3, 8), threads_input(2, 8)},
      .schedule = {.kind = Schedule::Kind::random},
      .warp = 2,
      .code = {kSpaces, kHost},
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::memory_lesson
