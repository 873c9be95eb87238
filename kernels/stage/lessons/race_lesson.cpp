// This lesson shows a race: two threads increment one number, and a store between the other
// thread's load and store is lost.
#include "kernels/stage/host_program.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::race_lesson {
namespace {

constexpr const char* kPlain = R"cuda(
__global__ void increment(int* x) {  // (*x)++ in three steps
  int old = *x;  // load
  int sum = old + 1;  // add
  *x = sum;  //! store: other threads may have stored since the load
}
)cuda";

constexpr const char* kAtomic = R"cuda(
__global__ void increment(int* x) {
  int old = atomicAdd(x, 1);  //! load, add and store in one operation
}
)cuda";

constexpr const char* kHost = R"cuda(
cudaError_t host(int* host_x, int threads) {
  int* x;
  cudaMalloc(&x, sizeof(int));
  cudaMemcpy(x, host_x, sizeof(int), cudaMemcpyHostToDevice);
  increment<<<1, threads>>>(x);
  cudaError_t error = cudaGetLastError();  // was the launch correct?
  if (error == cudaSuccess) {  // the copy waits for the kernel
    error = cudaMemcpy(host_x, x, sizeof(int), cudaMemcpyDeviceToHost);
  }
  cudaFree(x);
  return error;
}
)cuda";

std::function<void()> set_up(Machine& machine, const PlaySettings& settings,
                             const KernelText& code) {
  HostInputs inputs = host_inputs(settings);
  // The addition is a step of its own, so that another thread can run before the store.
  inputs.computes = true;
  return host_play(machine, code, std::move(inputs));
}

}  // namespace

Lesson lesson() {
  return {
      .id = "race",
      .title = "A race",
      .shows =
          "x++ is three steps: load x, add one in a register, store it. One thread after "
          "the other gives 9; if both load before either stores, one increment is lost "
          "and x is 8. You choose the thread that runs next.",
      .question = "Of the 20 orders of these six steps, how many give 9?",
      .answer = "Two: all of A before all of B, or all of B before all of A.",
      .lab = "race",
      .lecture =
          "Landau (2012): x = 7, two threads: 9 in a good order, 8 when an update is lost. "
          "1000 × 1000 threads: 92 instead of a million, and a million with atomicAdd.",
      .inputs = {{.id = "x",
                  .title = "x",
                  .help = "Initial value of x.",
                  .initial = {7},
                  .minimum = -1000,
                  .maximum = 1000},
                 {.id = "threads",
                  .title = "threads",
                  .help = "Number of threads that increment x.",
                  .initial = {2},
                  .minimum = 1,
                  .maximum = 8}},
      .versions = {{.id = "plain",
                    .title = "x++",
                    .what = "A load, an addition and a store; other threads may interleave.",
                    .code = {kPlain, kHost}},
                   {.id = "atomic",
                    .title = "atomicAdd",
                    .what = "Load, addition and store are one indivisible step.",
                    .code = {kAtomic, kHost}}},
      .schedule = {.kind = Schedule::Kind::chosen},
      .warp = 1,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::race_lesson
