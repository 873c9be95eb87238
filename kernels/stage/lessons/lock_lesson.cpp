// This lesson takes a lock: it works between warps, but hangs within one warp in lockstep.
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::lock_lesson {
namespace {

struct LockArrays {
  Array mutex, counter;
};

// Each line of the kernel must stay one line, however long it is: the play refers to line numbers.
// clang-format off
// GCC 12 miscompiles a coroutine that begins with a waiting loop, so PlainLock begins with `begun`.
// variant: plain
class PlainLock : public Kernel<LockArrays> {
 public:
  using Kernel::Kernel;

  Program run() override {  //= __global__ void count(int* mutex, int* counter) {
    [[maybe_unused]] const bool begun = true;  //=
    while (co_await branch(co_await atomicCAS(mutex[0], 0, 1) != 0)) {  //= while (atomicCAS(mutex, 0, 1) != 0) {  //! wait until it is free
    }
    co_await threadfence();  //! later accesses happen after the lock is taken
    co_await (counter[0] = co_await counter[0] + 1);  //= *counter = *counter + 1;
    co_await threadfence();  //! earlier writes become visible before the release
    co_await atomicExch(mutex[0], 0);  //= atomicExch(mutex, 0);  //! release it
  }
};

// variant: inside
class LockInside : public Kernel<LockArrays> {
 public:
  using Kernel::Kernel;

  Program run() override {  //= __global__ void count(int* mutex, int* counter) {
    Local<int> done{this, "done", 0};  //= int done = 0;
    while (co_await branch(done == 0)) {
      if (co_await branch(co_await atomicCAS(mutex[0], 0, 1) == 0)) {  //= if (atomicCAS(mutex, 0, 1) == 0) {
        co_await threadfence();
        co_await (counter[0] = co_await counter[0] + 1);  //= *counter = *counter + 1;
        co_await threadfence();
        co_await atomicExch(mutex[0], 0);  //= atomicExch(mutex, 0);  //! released before the warp reconverges
        done = 1;
      }
      co_await reconverge();  //= // here the warp reconverges
    }
  }
};
// end
// clang-format on

std::function<void()> set_up(Machine& machine, const PlaySettings& settings) {
  const LockArrays arrays{machine.mutex("mutex"), machine.array("counter", Space::global, {0})};
  const Dim grid{settings.whole("blocks")};
  const Dim block{settings.whole("threads")};
  const bool inside = settings.version == "inside";
  return [&machine, arrays, grid, block, inside] {
    if (inside) {
      machine.launch<LockInside>("count", grid, block, arrays);
    } else {
      machine.launch<PlainLock>("count", grid, block, arrays);
    }
  };
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
      .lab = "lock",
      .lecture =
          "512 blocks × 1024 threads, thread 0 of each block counts: 47 to 51 without a "
          "lock, 512 with it.",
      .inputs = {blocks_input(1, 8, "Blocks of the launch; each has one warp or more."),
                 threads_input(4, 32, "All of them take the lock.")},
      .versions = {{.id = "plain",
                    .title = "wait, then work",
                    .what =
                        "The work comes after the waiting loop: in lockstep no thread reaches it."},
                   {.id = "inside",
                    .title = "work inside the loop",
                    .what = "The lock is released inside the loop, so the warp gets through."}},
      .warp = 4,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::lock_lesson
