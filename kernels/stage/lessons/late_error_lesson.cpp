// This lesson shows that a kernel's error is reported late: the launch returns before it happens.
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::late_error_lesson {
namespace {

// CUDA's error numbers.
constexpr double kSuccess = 0;
constexpr double kInvalidConfiguration = 9;
constexpr double kIllegalAddress = 700;

struct FillArrays {
  Array a;  ///< null: cudaMalloc was forgotten
};
struct HostArrays {
  Array launched, ran, freed;
};

// Each line of the kernel must stay one line, however long it is: the play refers to line numbers.
// clang-format off
// variant: null-pointer too-many-threads
class Fill : public Kernel<FillArrays> {
 public:
  using Kernel::Kernel;

  Program run() override {  //= __global__ void fill(int* a) {
    co_await (a[threadIdx.x] = 7);
  }
};
// end

// variant: null-pointer
void null_pointer(Machine& machine, const HostArrays& host, int threads) {  //= void host(int* other, int threads) {
  machine.step("the host has a pointer and forgets cudaMalloc");  //= int* a = nullptr;  // cudaMalloc was forgotten
  machine.queue<Fill>("fill", {1}, {threads}, FillArrays{});  //= fill<<<1, threads>>>(a);
  machine.step("the host calls cudaGetLastError: cudaSuccess, because the launch itself was correct", [&] { machine.set(host.launched, 0, kSuccess); });  //= cudaError_t launched = cudaGetLastError();  //! cudaSuccess: the kernel may not even have started
  machine.synchronise();  //= cudaError_t ran = cudaDeviceSynchronize();  //! reports the error: cudaErrorIllegalAddress
  machine.step("the host has waited, cudaDeviceSynchronize: cudaErrorIllegalAddress", [&] { machine.set(host.ran, 0, kIllegalAddress); }, __LINE__ - 1);  //=
  machine.step("the host calls cudaFree: cudaErrorIllegalAddress; from now on every call returns this error", [&] { machine.set(host.freed, 0, kIllegalAddress); });  //= cudaError_t freed = cudaFree(other);  //! the error persists: CUDA no longer works in this process
}  //= }
// variant: too-many-threads
void too_many_threads(Machine& machine, const HostArrays& host) {  //= void host(int* a, int* other) {
  machine.step("the host launches a block of 2048 threads: no GPU supports that, and nothing is launched");  //= fill<<<1, 2048>>>(a);  // a block has at most 1024 threads
  machine.step("the host calls cudaGetLastError: cudaErrorInvalidConfiguration, at once", [&] { machine.set(host.launched, 0, kInvalidConfiguration); });  //= cudaError_t launched = cudaGetLastError();  //! cudaErrorInvalidConfiguration, at once
  machine.step("the host has waited, cudaDeviceSynchronize: cudaSuccess, because nothing ran", [&] { machine.set(host.ran, 0, kSuccess); });  //= cudaError_t ran = cudaDeviceSynchronize();  //! cudaSuccess: nothing ran
  machine.step("the host calls cudaFree: cudaSuccess", [&] { machine.set(host.freed, 0, kSuccess); });  //= cudaError_t freed = cudaFree(other);
}  //= }
// end
// clang-format on

std::function<void()> set_up(Machine& machine, const PlaySettings& settings) {
  const HostArrays host{machine.unwritten("launched", Space::host, 1),
                        machine.unwritten("ran", Space::host, 1),
                        machine.unwritten("freed", Space::host, 1)};
  const int threads = settings.whole("threads");
  const bool null = settings.version == "null-pointer";
  return [&machine, host, threads, null] {
    if (null) {
      null_pointer(machine, host, threads);
    } else {
      too_many_threads(machine, host);
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
          "it reports errors of the launch itself, and no others; errors in the kernel "
          "are reported later, at the latest where the host waits for it, far from the "
          "line that caused them. So check after each launch, and where you wait. 0 is "
          "cudaSuccess.",
      .question = "Which of these three calls must you check, and what would each tell you?",
      .lab = "",
      .inputs = {threads_input(4, 8)},
      .versions =
          {{.id = "null-pointer",
            .title = "a null pointer",
            .what = "700, cudaErrorIllegalAddress, only when the host waits; then for every call. "
                    "Measured on an H100."},
           {.id = "too-many-threads",
            .title = "a block too large",
            .what = "9, cudaErrorInvalidConfiguration, at once: the kernel was never launched."}},
      .warp = 4,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::late_error_lesson
