// This lesson shows the lock of the slides, a struct whose destructor frees the mutex: passed
// to a kernel by value, the copy frees it too early.
#include "kernels/stage/host_program.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::lock_struct_lesson {
namespace {

constexpr const char* kByValue = R"cuda(
struct Lock {
  int* mutex;
  Lock() {
    cudaMalloc(&mutex, sizeof(int));
    cudaMemset(mutex, 0, sizeof(int));
  }
  ~Lock() { cudaFree(mutex); }  //! a copy's destructor frees it, too
};

__global__ void count(Lock lock, int* counter) {  //! by value: a copy with an equal pointer
  if (threadIdx.x == 0) {
    while (atomicCAS(lock.mutex, 0, 1) != 0) {
    }
    __threadfence();
    *counter = *counter + 1;
    __threadfence();
    atomicExch(lock.mutex, 0);
  }
}
)cuda";

constexpr const char* kByValueHost = R"cuda(
void host(int* counter, int blocks, int threads) {
  Lock lock;
  count<<<blocks, threads>>>(lock, counter);  //! the copy is destroyed after this line
  count<<<blocks, threads>>>(lock, counter);  //! the mutex has been freed
}  // lock is destroyed and frees the mutex again
)cuda";

constexpr const char* kHandle = R"cuda(
struct LockView {  // only the pointer: it may be copied freely
  int* mutex;
};
class Lock {  // stays on the host
 public:
  Lock() {
    cudaMalloc(&mutex_, sizeof(int));
    cudaMemset(mutex_, 0, sizeof(int));
  }
  ~Lock() { cudaFree(mutex_); }
  Lock(const Lock&) = delete;  //! the mistake no longer compiles
  Lock& operator=(const Lock&) = delete;
  LockView view() const { return {mutex_}; }
 private:
  int* mutex_;
};

__global__ void count(LockView lock, int* counter) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock.mutex, 0, 1) != 0) {
    }
    __threadfence();
    *counter = *counter + 1;
    __threadfence();
    atomicExch(lock.mutex, 0);
  }
}
)cuda";

constexpr const char* kHandleHost = R"cuda(
void host(int* counter, int blocks, int threads) {
  Lock lock;
  count<<<blocks, threads>>>(lock.view(), counter);
  count<<<blocks, threads>>>(lock.view(), counter);
  cudaDeviceSynchronize();
}  //! lock is destroyed and frees its mutex once
)cuda";

std::function<void()> set_up(Machine& machine, const PlaySettings& settings,
                             const KernelText& code) {
  HostInputs inputs = host_inputs(settings);
  inputs.arrays["counter"] = [&machine] {
    return machine.array("counter", Space::global, Scalar::int32, {0});
  };
  inputs.shown["mutex"] = {.is_mutex = true};
  return host_play(machine, code, std::move(inputs));
}

}  // namespace

Lesson lesson() {
  return {
      .id = "lock-struct",
      .title = "A lock as a struct",
      .shows =
          "This lock allocates its mutex in the constructor and frees it in "
          "the destructor. Passed to a kernel by value, it is copied, and when the launch "
          "returns, the copy's destructor frees the mutex although the lock still needs it. The "
          "first launch succeeds if cudaFree waits for it; the second one uses memory that has "
          "been freed.",
      .question = "Why did this go unnoticed? On an H100 both launches counted correctly.",
      .answer =
          "Freed memory may keep its content, so the second launch worked by luck. The later calls "
          "of cudaFree returned cudaErrorInvalidValue, and the program did not check them.",
      .lab = "lock",
      .lecture =
          "Landau (2012): the lock is a struct whose constructor allocates and clears the "
          "mutex and whose destructor frees it, and the kernel gets it by value. One line "
          "compares the pointer, mutex == 0, where the value that it points to is meant.",
      .inputs = {blocks_input(2, 4, "Thread 0 of each block counts."), threads_input(2, 8)},
      .versions =
          {{.id = "by-value",
            .title = "the lock by value",
            .what = "Each launch copies the lock, and each copy frees the mutex. Measured on an "
                    "H100: the first cudaFree succeeds, the others give cudaErrorInvalidValue.",
            .code = {kByValue, kByValueHost, HostSteps::calls}},
           {.id = "handle",
            .title = "only a pointer by value",
            .what = "The owner stays on the host and cannot be copied; the kernel gets only the "
                    "pointer.",
            .code = {kHandle, kHandleHost, HostSteps::calls}}},
      .schedule = {.kind = Schedule::Kind::independent},
      .warp = 2,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::lock_struct_lesson
