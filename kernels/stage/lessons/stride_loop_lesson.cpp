// This lesson shares many elements among few threads: by grid-stride loops, or piece by piece.
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::stride_loop_lesson {
namespace {

constexpr const char* kStride = R"cuda(
__global__ void twice(float* x, int n) {
  int all = blockDim.x * gridDim.x;  // threads of the grid
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all) {
    x[i] = 2 * x[i];  //! neighbouring lanes: neighbouring elements
  }
}
)cuda";

constexpr const char* kPieces = R"cuda(
__global__ void twice(float* x, int n) {
  int all = blockDim.x * gridDim.x;
  int piece = (n + all - 1) / all;
  int begin = (blockIdx.x * blockDim.x + threadIdx.x) * piece;
  for (int i = begin; i < begin + piece && i < n; ++i) {
    x[i] = 2 * x[i];  //! neighbouring lanes: elements that are a piece apart
  }
}
)cuda";

std::function<void()> set_up(Machine& machine, const PlaySettings& settings,
                             const KernelText& code) {
  const int n = settings.whole("n");
  std::vector<double> numbers;
  for (int i = 0; i < n; ++i) numbers.push_back(i);
  const Array x = machine.array("x", Space::global, Scalar::float32, numbers);
  return [&machine, twice = code.kernel("twice"), grid = Dim{settings.whole("blocks")},
          block = Dim{settings.whole("threads")}, x, n] {
    machine.launch({twice, grid, block, {x, n}});
  };
}

}  // namespace

Lesson lesson() {
  return {
      .id = "stride-loop",
      .title = "Grid-stride loop",
      .shows =
          "There are more elements than threads. In a grid-stride loop each thread goes on by as "
          "many elements as the grid has threads: the launch may have any size, and the lanes of a "
          "warp always access neighbours. A piece for each thread is how a CPU would share the "
          "work; here every lane touches another sector.",
      .question = "What has to change in the kernel when n becomes ten times as large?",
      .answer = "Nothing. Each thread makes ten times as many iterations.",
      .lab = "add",
      .inputs = {{.id = "n",
                  .title = "n",
                  .help = "Number of elements.",
                  .initial = {64},
                  .minimum = 1,
                  .maximum = 512},
                 blocks_input(2, 8),
                 threads_input(4, 32)},
      .versions = {{.id = "stride",
                    .title = "grid-stride loop",
                    .what = "A thread's next element is a whole grid away.",
                    .code = kStride},
                   {.id = "pieces",
                    .title = "a piece for each thread",
                    .what = "A thread's next element is the neighbour.",
                    .code = kPieces}},
      .warp = 4,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::stride_loop_lesson
