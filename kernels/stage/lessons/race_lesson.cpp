// This lesson shows a race: two threads increment one number, and a store between the other
// thread's load and store is lost.
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::race_lesson {
namespace {

struct RaceArrays {
  Array x;
};

// Each line of the kernel must stay one line, however long it is: the play refers to line numbers.
// clang-format off
// variant: plain
class PlainIncrement : public Kernel<RaceArrays> {
 public:
  using Kernel::Kernel;

  Program run() override {  //= __global__ void increment(int* x) {  // (*x)++ in three steps
    const Local<int> old{this, "old", static_cast<int>(co_await x[0])};  //= int old = *x;  // load
    const Local<int> sum{this, "sum", static_cast<int>(co_await compute(old + 1))};  //= int sum = old + 1;  // add
    co_await (x[0] = sum);  //= *x = sum;  //! store: other threads may have stored since the load
  }
};

// variant: atomic
class AtomicIncrement : public Kernel<RaceArrays> {
 public:
  using Kernel::Kernel;

  Program run() override {  //= __global__ void increment(int* x) {
    const Local<int> old{this, "old", static_cast<int>(co_await atomicAdd(x[0], 1))};  //= int old = atomicAdd(x, 1);  //! load, add and store in one operation
  }
};
// end
// clang-format on

std::function<void()> set_up(Machine& machine, const PlaySettings& settings) {
  const RaceArrays arrays{machine.array("x", Space::global, settings.list("x"))};
  const Dim block{settings.whole("threads")};
  const bool atomic = settings.version == "atomic";
  return [&machine, arrays, block, atomic] {
    if (atomic) {
      machine.launch<AtomicIncrement>("increment", {1}, block, arrays);
    } else {
      machine.launch<PlainIncrement>("increment", {1}, block, arrays);
    }
  };
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
      .lab = "race",
      .lecture =
          "x = 7, two threads: 9 in a good order, 8 when an update is lost. 1000 × 1000 threads: "
          "92 instead of a million, and a million with atomicAdd.",
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
                    .what = "A load, an addition and a store; other threads may interleave."},
                   {.id = "atomic",
                    .title = "atomicAdd",
                    .what = "Load, addition and store are one indivisible step."}},
      .schedule = {.kind = Schedule::Kind::chosen},
      .warp = 1,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::race_lesson
