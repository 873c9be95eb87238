// This lesson passes a value from one block to another: a flag says that the value is there.
#include "kernels/stage/host_program.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::producer_lesson {
namespace {

constexpr const char* kFlag = R"cuda(
__global__ void pass(int* data, int* flag, int* got) {
  if (blockIdx.x == 0) {  // producer
    *data = 42;
    __threadfence();  //! the data become visible before the flag
    atomicExch(flag, 1);
  } else {  // consumer
    while (atomicAdd(flag, 0) == 0) {
    }
    __threadfence();
    *got = *data;
  }
}
)cuda";

constexpr const char* kEarly = R"cuda(
__global__ void pass(int* data, int* flag, int* got) {
  if (blockIdx.x == 0) {  // producer
    atomicExch(flag, 1);  //! the flag is up before the data are there
    *data = 42;
  } else {  // consumer
    while (atomicAdd(flag, 0) == 0) {
    }
    *got = *data;
  }
}
)cuda";

constexpr const char* kNoFlag = R"cuda(
__global__ void pass(int* data, int* flag, int* got) {
  if (blockIdx.x == 0) {  // producer
    *data = 42;
  } else {  // consumer
    *got = *data;  //! nothing orders this load after the store
  }
}
)cuda";

constexpr const char* kHost = R"cuda(
cudaError_t host(int* host_got) {
  int *data, *flag, *got;
  cudaMalloc(&data, sizeof(int));
  cudaMalloc(&flag, sizeof(int));
  cudaMalloc(&got, sizeof(int));
  cudaMemset(data, 0, sizeof(int));
  cudaMemset(flag, 0, sizeof(int));  // the flag is down
  pass<<<2, 1>>>(data, flag, got);
  cudaError_t error = cudaGetLastError();  // was the launch correct?
  if (error == cudaSuccess) {  // the copy waits for the kernel
    error = cudaMemcpy(host_got, got, sizeof(int), cudaMemcpyDeviceToHost);
  }
  cudaFree(data);
  cudaFree(flag);
  cudaFree(got);
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
      .id = "producer",
      .title = "Flag and fence",
      .shows =
          "Block 0 produces a value, block 1 waits for it. Blocks have no common barrier, so the "
          "consumer polls a flag with atomics. The producer stores the data first, then issues a "
          "fence, then raises the flag. Raised too early, the flag promises data that are not "
          "there. Both blocks must run at the same time, or the consumer waits forever.",
      .question =
          "May the compiler or the GPU exchange the producer's two stores if there is no "
          "fence between them?",
      .answer =
          "Yes. Without a fence, CUDA does not promise that other threads see two stores of a "
          "thread in their order: the flag may become visible before the data.",
      .lab = "lock",
      .versions = {{.id = "flag",
                    .title = "data, fence, flag",
                    .what = "The consumer reads the data after it has seen the flag.",
                    .code = {kFlag, kHost}},
                   {.id = "early",
                    .title = "flag first",
                    .what = "The consumer may read before the producer has stored.",
                    .code = {kEarly, kHost}},
                   {.id = "no-flag",
                    .title = "without a flag",
                    .what = "The consumer reads at once.",
                    .code = {kNoFlag, kHost}}},
      .schedule = {.kind = Schedule::Kind::independent},
      .warp = 1,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::producer_lesson
