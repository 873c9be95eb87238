// This lesson shows that a kernel's error is reported late: the launch returns before it happens.
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::late_error_lesson {
namespace {

constexpr const char* kNullPointer = R"cuda(
__global__ void fill(int* a) {
  a[threadIdx.x] = 7;
}

void host(int* other, int threads) {
  int* a = nullptr;  // cudaMalloc was forgotten
  fill<<<1, threads>>>(a);
  cudaError_t launched = cudaGetLastError();  //! cudaSuccess: the kernel may not even have started
  cudaError_t ran = cudaDeviceSynchronize();  //! reports the error: cudaErrorIllegalAddress
  cudaError_t freed = cudaFree(other);  //! the error persists: CUDA no longer works in this process
}
)cuda";

constexpr const char* kTooManyThreads = R"cuda(
__global__ void fill(int* a) {
  a[threadIdx.x] = 7;
}

void host(int* a, int* other) {
  fill<<<1, 2048>>>(a);  // a block has at most 1024 threads
  cudaError_t launched = cudaGetLastError();  //! cudaErrorInvalidConfiguration, at once
  cudaError_t ran = cudaDeviceSynchronize();  //! cudaSuccess: nothing ran
  cudaError_t freed = cudaFree(other);
}
)cuda";

// CUDA's error numbers.
constexpr double kSuccess = 0;
constexpr double kInvalidConfiguration = 9;
constexpr double kIllegalAddress = 700;

struct HostVariables {
  Array launched, ran, freed;
};

void null_pointer(Machine& machine, const HostVariables& host, const KernelText& code,
                  int threads) {
  machine.step("the host has a pointer and forgets cudaMalloc", {}, code.line_of("nullptr"));
  machine.queue({code.kernel("fill"), {1}, {threads}, {Array{}}}, code.line_of("fill<<<"));
  machine.step(
      "the host calls cudaGetLastError: cudaSuccess, because the launch itself was correct",
      [&] { machine.set(host.launched, 0, kSuccess); }, code.line_of("cudaGetLastError"));
  const int waits = code.line_of("cudaDeviceSynchronize");
  machine.synchronise(waits);
  machine.step(
      "the host has waited, cudaDeviceSynchronize: cudaErrorIllegalAddress",
      [&] { machine.set(host.ran, 0, kIllegalAddress); }, waits);
  machine.step(
      "the host calls cudaFree: cudaErrorIllegalAddress; from now on every call returns this error",
      [&] { machine.set(host.freed, 0, kIllegalAddress); }, code.line_of("cudaFree"));
}

void too_many_threads(Machine& machine, const HostVariables& host, const KernelText& code) {
  machine.step(
      "the host launches a block of 2048 threads: no GPU supports that, and nothing is launched",
      {}, code.line_of("fill<<<"));
  machine.step(
      "the host calls cudaGetLastError: cudaErrorInvalidConfiguration, at once",
      [&] { machine.set(host.launched, 0, kInvalidConfiguration); },
      code.line_of("cudaGetLastError"));
  machine.step(
      "the host has waited, cudaDeviceSynchronize: cudaSuccess, because nothing ran",
      [&] { machine.set(host.ran, 0, kSuccess); }, code.line_of("cudaDeviceSynchronize"));
  machine.step(
      "the host calls cudaFree: cudaSuccess", [&] { machine.set(host.freed, 0, kSuccess); },
      code.line_of("cudaFree"));
}

std::function<void()> set_up(Machine& machine, const PlaySettings& settings,
                             const KernelText& code) {
  const auto variable = [&machine](const char* name) {
    return machine.unwritten(name, Space::host, Scalar::int32, 1);
  };
  const HostVariables host{variable("launched"), variable("ran"), variable("freed")};
  const bool null = settings.version == "null-pointer";
  return [&machine, host, code, null, threads = settings.whole("threads")] {
    if (null) {
      null_pointer(machine, host, code, threads);
    } else {
      too_many_threads(machine, host, code);
    }
  };
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
            .code = kNullPointer},
           {.id = "too-many-threads",
            .title = "a block too large",
            .what = "9, cudaErrorInvalidConfiguration, at once: the kernel was never launched.",
            .code = kTooManyThreads}},
      .warp = 4,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::late_error_lesson
