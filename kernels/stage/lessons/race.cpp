// Two threads add one to the same number: who is read between the other's read and write is lost.
#include "kernels/stage/catalogue.h"

namespace heatwave::stage {
namespace {

struct RaceArrays {
  Array x;
};

// Here a line of the play is a line of the kernel, however long it is.
// clang-format off
// variant: plain
class PlainIncrement : public Kernel<RaceArrays> {
 public:
  using Kernel::Kernel;

  Program run() override {  //= __global__ void increment(int* x) {
    Local<int> old{this, "old", 0};  //= int old;
    old = static_cast<int>(co_await x[0]);  //= old = x[0];  // read
    co_await (x[0] = old + 1);  //! between the two lines others may have written
  }
};

// variant: atomic
class AtomicIncrement : public Kernel<RaceArrays> {
 public:
  using Kernel::Kernel;

  Program run() override {  //= __global__ void increment(int* x) {
    Local<int> old{this, "old", 0};  //= int old;
    old = static_cast<int>(co_await atomicAdd(x[0], 1));  //= old = atomicAdd(&x[0], 1);  //! read and write are one
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

Lesson race_lesson() {
  return {
      .id = "race",
      .title = "A race",
      .shows =
          "Each thread reads x, adds one in a register, and writes it back. One after the other "
          "they "
          "give 9; if both read before either writes, one of the two is lost and x is 8. You "
          "choose "
          "who goes next.",
      .question = "Which orders give 8, and how many of the six are there?",
      .lab = "race",
      .inputs = {{.id = "x",
                  .title = "x",
                  .help = "What x holds at first.",
                  .initial = {7},
                  .minimum = -1000,
                  .maximum = 1000},
                 {.id = "threads",
                  .title = "threads",
                  .help = "How many threads increment it.",
                  .initial = {2},
                  .minimum = 1,
                  .maximum = 8}},
      .versions = {{.id = "plain",
                    .title = "x = x + 1",
                    .what = "A read and a write, and others may come between."},
                   {.id = "atomic",
                    .title = "atomicAdd",
                    .what = "Reading, adding and writing are one step that nobody can divide."}},
      .schedule = {.kind = Schedule::Kind::chosen},
      .warp = 1,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage
