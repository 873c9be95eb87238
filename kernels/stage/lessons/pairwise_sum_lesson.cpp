// This lesson adds n numbers by halves: in every round half of the threads become idle.
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::pairwise_sum_lesson {
namespace {

struct SumArrays {
  Array a;
  int n = 0;
};

// Each line of the kernel must stay one line, however long it is: the play refers to line numbers.
// clang-format off
// variant: halves
class SumByHalves : public Kernel<SumArrays> {
 public:
  using Kernel::Kernel;

  Program run() override {  //= __global__ void sum(float* a, int n) {
    Local<int> t{this, "t", threadIdx.x};  //= int t = threadIdx.x;
    Local<int> left{this, "left", n};  //= int left = n;
    while (co_await branch(left > 1)) {
      Local<int> half{this, "half", (left + 1) / 2};  //= int half = (left + 1) / 2;
      if (co_await branch(t + half < left)) {
        co_await (a[t] = co_await a[t] + co_await a[t + half]);  //! adds the upper half to the lower half
      }
      co_await syncthreads();
      left = static_cast<int>(half);  //= left = half;
    }
  }
};

// variant: neighbours
class SumOfNeighbours : public Kernel<SumArrays> {
 public:
  using Kernel::Kernel;

  Program run() override {  //= __global__ void sum(float* a, int n) {
    Local<int> t{this, "t", threadIdx.x};  //= int t = threadIdx.x;
    Local<int> step{this, "step", 1};  //= int step = 1;
    while (co_await branch(step < n)) {
      if (co_await branch(2 * t % (2 * step) == 0 && 2 * t + step < n)) {  //! the busy threads are spread out
        co_await (a[2 * t] = co_await a[2 * t] + co_await a[2 * t + step]);
      }
      co_await syncthreads();
      step *= 2;
    }
  }
};
// end
// clang-format on

std::function<void()> set_up(Machine& machine, const PlaySettings& settings) {
  const std::vector<double>& a = settings.list("a");
  const SumArrays arrays{machine.array("a", Space::global, a, 0, false),
                         static_cast<int>(a.size())};
  const Dim block{std::max(1, (arrays.n + 1) / 2)};
  const bool neighbours = settings.version == "neighbours";
  return [&machine, arrays, block, neighbours] {
    if (neighbours) {
      machine.launch<SumOfNeighbours>("sum", {1}, block, arrays);
    } else {
      machine.launch<SumByHalves>("sum", {1}, block, arrays);
    }
  };
}

}  // namespace

Lesson lesson() {
  return {
      .id = "pairwise-sum",
      .title = "Pairwise sum",
      .shows =
          "In each round every busy thread adds one number to another in place, which "
          "leaves half as many numbers. After log₂ n rounds, rounded up, the sum is in "
          "a[0]. Both versions have equally many busy threads in each round. If these "
          "are adjacent, they fill as few warps as possible, and the other warps are "
          "idle; if they are spread out, two busy threads can occupy two warps.",
      .question = "How many rounds does a sum of a million numbers take?",
      .lab = "pairwise-sum",
      .lecture =
          "n = 1024, one block of n/2 threads, in place in global memory, halving each round with "
          "a barrier: 518.913, as by the linear sum on the CPU.",
      .inputs = {{.id = "a",
                  .title = "numbers",
                  .help = "The numbers to add; there may be any number of them.",
                  .initial = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3},
                  .minimum = -1000,
                  .maximum = 1000,
                  .whole_numbers = false,
                  .most = 64}},
      .versions = {{.id = "halves",
                    .title = "upper half onto lower",
                    .what = "The busy threads are the first ones: they are adjacent."},
                   {.id = "neighbours",
                    .title = "neighbours first",
                    .what =
                        "The busy threads are further apart in every round: each warp has fewer of "
                        "them, and a whole warp becomes idle only late."}},
      .warp = 4,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::pairwise_sum_lesson
