// This lesson shows the lecture's lock, a struct whose destructor frees the mutex: passed to a
// kernel by value, the copy frees it too early.
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::lock_struct_lesson {
namespace {

struct LockStructArrays {
  Array mutex, counter;
};

// Each line of the kernel must stay one line, however long it is: the play refers to line numbers.
// clang-format off
// GCC 12 miscompiles a block that begins with a waiting loop, so these begin with `begun`.
// variant: by-value
//= struct Lock {  // as in the lecture
  //= int* mutex;
  //= Lock() {
    //= cudaMalloc(&mutex, sizeof(int));
    //= cudaMemset(mutex, 0, sizeof(int));
  //= }
  //= ~Lock() { cudaFree(mutex); }  //! a copy's destructor frees it, too
//= };
class CountByValue : public Kernel<LockStructArrays> {
 public:
  using Kernel::Kernel;

  Program run() override {  //= __global__ void count(Lock lock, int* counter) {  //! by value: a copy with an equal pointer
    if (co_await branch(threadIdx.x == 0)) {
      [[maybe_unused]] const bool begun = true;  //=
      while (co_await branch(co_await atomicCAS(mutex[0], 0, 1) != 0)) {  //= while (atomicCAS(lock.mutex, 0, 1) != 0) {
      }
      co_await threadfence();
      co_await (counter[0] = co_await counter[0] + 1);  //= *counter = *counter + 1;
      co_await threadfence();
      co_await atomicExch(mutex[0], 0);  //= atomicExch(lock.mutex, 0);
    }
  }
};

// variant: handle
//= struct LockView {  // only the pointer: it may be copied freely
  //= int* mutex;
//= };
//= class Lock {  // stays on the host
 //= public:
  //= Lock() {
    //= cudaMalloc(&mutex_, sizeof(int));
    //= cudaMemset(mutex_, 0, sizeof(int));
  //= }
  //= ~Lock() { cudaFree(mutex_); }
  //= Lock(const Lock&) = delete;  //! the mistake no longer compiles
  //= Lock& operator=(const Lock&) = delete;
  //= LockView view() const { return {mutex_}; }
 //= private:
  //= int* mutex_;
//= };
class CountWithView : public Kernel<LockStructArrays> {
 public:
  using Kernel::Kernel;

  Program run() override {  //= __global__ void count(LockView lock, int* counter) {
    if (co_await branch(threadIdx.x == 0)) {
      [[maybe_unused]] const bool begun = true;  //=
      while (co_await branch(co_await atomicCAS(mutex[0], 0, 1) != 0)) {  //= while (atomicCAS(lock.mutex, 0, 1) != 0) {
      }
      co_await threadfence();
      co_await (counter[0] = co_await counter[0] + 1);  //= *counter = *counter + 1;
      co_await threadfence();
      co_await atomicExch(mutex[0], 0);  //= atomicExch(lock.mutex, 0);
    }
  }
};
// end

void free_mutex(Machine& machine, const LockStructArrays& arrays, const std::string& text, int line) {
  machine.step(text, [&] { machine.free_array(arrays.mutex); }, line);
}

// variant: by-value
void host_by_value(Machine& machine, const LockStructArrays& arrays, Dim grid, Dim block) {  //= void host(int* counter, int blocks, int threads) {
  machine.step("the lock allocates its mutex and clears it");  //= Lock lock;
  machine.queue<CountByValue>("count", grid, block, arrays); const int first = __LINE__;  //= count<<<blocks, threads>>>(lock, counter);  //! the copy is destroyed after this line
  machine.synchronise(first);  //=
  free_mutex(machine, arrays, "the launch's copy is destroyed, and its destructor frees the mutex", first);  //=
  machine.queue<CountByValue>("count", grid, block, arrays); const int second = __LINE__;  //= count<<<blocks, threads>>>(lock, counter);  //! the mutex has been freed
  machine.synchronise(second);  //=
  machine.step("the second copy is destroyed: cudaFree returns cudaErrorInvalidValue", {}, second);  //=
machine.step("the lock itself is destroyed: cudaFree returns cudaErrorInvalidValue");  //= }  // lock is destroyed and frees the mutex again
}  //=
// variant: handle
void host_with_view(Machine& machine, const LockStructArrays& arrays, Dim grid, Dim block) {  //= void host(int* counter, int blocks, int threads) {
  machine.step("the lock allocates its mutex and clears it");  //= Lock lock;
  machine.queue<CountWithView>("count", grid, block, arrays);  //= count<<<blocks, threads>>>(lock.view(), counter);
  machine.queue<CountWithView>("count", grid, block, arrays);  //= count<<<blocks, threads>>>(lock.view(), counter);
  machine.synchronise();  //= cudaDeviceSynchronize();
free_mutex(machine, arrays, "the lock is destroyed and frees its mutex, once", __LINE__);  //= }  //! lock is destroyed and frees its mutex once
}  //=
// end
// clang-format on

std::function<void()> set_up(Machine& machine, const PlaySettings& settings) {
  const LockStructArrays arrays{machine.mutex("mutex"),
                                machine.array("counter", Space::global, {0})};
  const Dim grid{settings.whole("blocks")};
  const Dim block{settings.whole("threads")};
  const bool by_value = settings.version == "by-value";
  return [&machine, arrays, grid, block, by_value] {
    if (by_value) {
      host_by_value(machine, arrays, grid, block);
    } else {
      host_with_view(machine, arrays, grid, block);
    }
  };
}

}  // namespace

Lesson lesson() {
  return {
      .id = "lock-struct",
      .title = "A lock as a struct",
      .shows =
          "The lecture's lock allocates its mutex in the constructor and frees it in the "
          "destructor. Passed to a kernel by value, it is copied, and when the launch "
          "returns, the copy's destructor frees the mutex although the lock still needs "
          "it. The first launch succeeds if cudaFree waits for it; the second one uses "
          "memory that has been freed.",
      .question = "Why did this go unnoticed? On an H100 both launches counted correctly.",
      .lab = "lock",
      .lecture =
          "The lock is a struct whose constructor allocates and clears the mutex and whose "
          "destructor frees it, and the kernel gets it by value.",
      .inputs = {blocks_input(2, 4, "Thread 0 of each block counts."), threads_input(2, 8)},
      .versions =
          {{.id = "by-value",
            .title = "the lock by value",
            .what = "Each launch copies the lock, and each copy frees the mutex. Measured on an "
                    "H100: the first cudaFree succeeds, the others give cudaErrorInvalidValue."},
           {.id = "handle",
            .title = "only a pointer by value",
            .what = "The owner stays on the host and cannot be copied; the kernel gets only the "
                    "pointer."}},
      .schedule = {.kind = Schedule::Kind::independent},
      .warp = 2,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::lock_struct_lesson
