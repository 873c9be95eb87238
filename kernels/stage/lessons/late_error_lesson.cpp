// This lesson shows that a kernel's error is reported late: the launch returns before it happens.
#include "kernels/stage/host_program.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::late_error_lesson {
namespace {

constexpr const char* kFill = R"cuda(
__global__ void fill(int* a) {
  a[threadIdx.x] = 7;
}
)cuda";

constexpr const char* kNullPointer = R"cuda(
void host(int* other, int threads) {
  int* a = nullptr;  // cudaMalloc was forgotten
  fill<<<1, threads>>>(a);
  cudaError_t launched = cudaGetLastError();  //! cudaSuccess: the kernel may not even have started
  cudaError_t ran = cudaDeviceSynchronize();  //! reports the error: cudaErrorIllegalAddress
  cudaError_t freed = cudaFree(other);  //! the error persists: CUDA no longer works in this process
}
)cuda";

constexpr const char* kTooManyThreads = R"cuda(
void host(int* a, int* other) {
  fill<<<1, 2048>>>(a);  // a block has at most 1024 threads
  cudaError_t launched = cudaGetLastError();  //! cudaErrorInvalidConfiguration, at once
  cudaError_t ran = cudaDeviceSynchronize();  //! cudaSuccess: nothing ran
  cudaError_t freed = cudaFree(other);
}
)cuda";

std::function<void()> set_up(Machine& machine, const PlaySettings& settings,
                             const KernelText& code) {
  return host_play(machine, code, host_inputs(settings));
}

}  // namespace

Lesson lesson() {
  return {
      .id = "late-error",
      .title = "A late error",
      .shows =
          "A launch returns at once, before its kernel has run. A cudaGetLastError after "
          "it reports errors of the launch itself, and of earlier work; errors in the "
          "kernel are reported later, at the latest where the host waits for it, far from "
          "the line that caused them. So check after each launch, and where you wait. 0 is "
          "cudaSuccess.",
      .question = "Which of these three calls must you check, and what would each tell you?",
      .answer =
          "All three. After the launch: errors of the launch itself. Where the host waits: errors "
          "in the kernel. In each later call: the same error again, because it is sticky.",
      .lab = "",
      .inputs = {threads_input(4, 8)},
      .versions =
          {{.id = "null-pointer",
            .title = "a null pointer",
            .what = "700, cudaErrorIllegalAddress, only when the host waits; then for every call. "
                    "Measured on an H100.",
            .code = {kFill, kNullPointer, HostSteps::calls}},
           {.id = "too-many-threads",
            .title = "a block too large",
            .what = "9, cudaErrorInvalidConfiguration, at once: the kernel was never launched.",
            .code = {kFill, kTooManyThreads, HostSteps::calls}}},
      .warp = 4,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::late_error_lesson
