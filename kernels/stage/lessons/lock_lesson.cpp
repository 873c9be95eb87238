// This lesson takes a lock: it works between warps, but hangs within one warp in lockstep.
#include "kernels/stage/host_program.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::lock_lesson {
namespace {

constexpr const char* kPlain = R"cuda(
__global__ void count(int* mutex, int* counter) {
  while (atomicCAS(mutex, 0, 1) != 0) {  //! wait until it is free
  }
  __threadfence();  //! later accesses happen after the lock is taken
  *counter = *counter + 1;
  __threadfence();  //! earlier writes become visible before the release
  atomicExch(mutex, 0);  //! release it
}
)cuda";

constexpr const char* kInside = R"cuda(
__global__ void count(int* mutex, int* counter) {
  int done = 0;
  while (done == 0) {
    if (atomicCAS(mutex, 0, 1) == 0) {
      __threadfence();
      *counter = *counter + 1;
      __threadfence();
      atomicExch(mutex, 0);  //! released before the warp reconverges
      done = 1;
    }
    // here the warp reconverges
  }
}
)cuda";

constexpr const char* kHost = R"cuda(
cudaError_t host(int* host_counter, int blocks, int threads) {
  int* mutex;
  int* counter;
  cudaMalloc(&mutex, sizeof(int));
  cudaMalloc(&counter, sizeof(int));
  cudaMemset(mutex, 0, sizeof(int));  // the lock is free
  cudaMemset(counter, 0, sizeof(int));
  count<<<blocks, threads>>>(mutex, counter);
  cudaError_t error = cudaGetLastError();  // was the launch correct?
  if (error == cudaSuccess) {  // the copy waits for the kernel
    error = cudaMemcpy(host_counter, counter, sizeof(int), cudaMemcpyDeviceToHost);
  }
  cudaFree(mutex);
  cudaFree(counter);
  return error;
}
)cuda";

std::function<void()> set_up(Machine& machine, const PlaySettings& settings,
                             const KernelText& code) {
  HostInputs inputs = host_inputs(settings);
  inputs.shown["mutex"] = {.is_mutex = true};
  return host_play(machine, code, std::move(inputs));
}

}  // namespace

Lesson lesson() {
  return {
      .id = "lock",
      .title = "A lock",
      .shows =
          "The thread that changes the mutex from 0 to 1 holds it and counts; the others "
          "retry until they get it. Threads of different warps take turns. But if the "
          "threads of one warp run in lockstep, as before Volta, the thread that holds "
          "the lock waits for the others, and they wait for the lock. Since Volta "
          "threads are scheduled independently, and the kernel may end: choose "
          "Independent.",
      .question = "Which thread waits for which, and how could they continue?",
      .answer =
          "Threads 1 to 3 wait for the mutex, which thread 0 holds. Thread 0 waits until its warp "
          "reconverges. They continue if threads are scheduled independently, or if the lock is "
          "released inside the loop.",
      .lab = "lock",
      .lecture =
          "Landau (2012): 512 blocks × 1024 threads, thread 0 of each block counts: 47 to 51 "
          "without a lock, 512 with it.",
      .inputs = {blocks_input(1, 8, "Blocks of the launch; each has one warp or more."),
                 threads_input(4, 32, "All of them take the lock.")},
      .versions = {{.id = "plain",
                    .title = "wait, then work",
                    .what =
                        "The work comes after the waiting loop: in lockstep no thread reaches it.",
                    .code = {kPlain, kHost}},
                   {.id = "inside",
                    .title = "work inside the loop",
                    .what = "The lock is released inside the loop, so the warp gets through.",
                    .code = {kInside, kHost}}},
      .warp = 4,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::lock_lesson
