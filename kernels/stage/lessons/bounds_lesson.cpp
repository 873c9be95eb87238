// This lesson finds an access out of bounds: the launch has more threads than numbers.
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::bounds_lesson {
namespace {

struct AddArrays {
  Array a, b, c;
  int n = 0;
};

// Each line of the kernel must stay one line, however long it is: the play refers to line numbers.
// clang-format off
// variant: unchecked
class UncheckedAdd : public Kernel<AddArrays> {
 public:
  using Kernel::Kernel;

  Program run() override {  //= __global__ void add(const int* a, const int* b, int* c, int n) {
    const Local<int> i{this, "i", threadIdx.x + blockIdx.x * blockDim.x};  //= int i = threadIdx.x + blockIdx.x * blockDim.x;
    co_await (c[i] = co_await a[i] + co_await b[i]);  //! the check i < n is missing
  }
};

// variant: checked
class CheckedAdd : public Kernel<AddArrays> {
 public:
  using Kernel::Kernel;

  Program run() override {  //= __global__ void add(const int* a, const int* b, int* c, int n) {
    const Local<int> i{this, "i", threadIdx.x + blockIdx.x * blockDim.x};  //= int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (co_await branch(i < n)) {  //! surplus threads do nothing
      co_await (c[i] = co_await a[i] + co_await b[i]);
    }
  }
};
// end
// clang-format on

std::function<void()> set_up(Machine& machine, const PlaySettings& settings) {
  const int n = settings.whole("n");
  std::vector<double> a;
  std::vector<double> b;
  for (int i = 0; i < n; ++i) {
    a.push_back(i);
    b.push_back(10 * i);
  }
  const AddArrays arrays{machine.array("a", Space::global, a), machine.array("b", Space::global, b),
                         machine.unwritten("c", Space::global, n), n};
  const Dim block{settings.whole("threads")};
  const Dim grid{(n + block.x - 1) / block.x};
  const bool checked = settings.version == "checked";
  return [&machine, arrays, grid, block, checked] {
    if (checked) {
      machine.launch<CheckedAdd>("add", grid, block, arrays);
    } else {
      machine.launch<UncheckedAdd>("add", grid, block, arrays);
    }
  };
}

}  // namespace

Lesson lesson() {
  return {
      .id = "bounds",
      .title = "Out of bounds",
      .shows =
          "10 numbers in blocks of 4 threads take three blocks, which have 12 threads. "
          "Two of them access cells beyond the end of the arrays. The stage finds this. "
          "A GPU checks pages of memory, not arrays, so the mistake often goes "
          "unnoticed: on an H100, two threads that wrote beyond an array of 10 ints got "
          "no error. compute-sanitizer --tool memcheck PROGRAM names the thread and the "
          "address.",
      .question = "For which n is this kernel correct?",
      .lab = "",
      .inputs = {{.id = "n",
                  .title = "n",
                  .help = "How many numbers are added.",
                  .initial = {10},
                  .minimum = 1,
                  .maximum = 64},
                 threads_input(4, 32, "The launch has as many blocks as needed.")},
      .versions = {{.id = "unchecked",
                    .title = "without a check",
                    .what = "Correct if n is a multiple of the block size, wrong otherwise."},
                   {.id = "checked", .title = "if (i < n)", .what = "Correct for every n."}},
      .warp = 4,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::bounds_lesson
