// This lesson shows the addresses that a warp of a two-dimensional block accesses, for two mappings
// of a matrix product.
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::addresses_lesson {
namespace {

struct MappedArrays {
  Array a, b, c;
  int n = 0;
};

// Each line of the kernel must stay one line, however long it is: the play refers to line numbers.
// clang-format off
// variant: coalesced
class RowsAcross : public Kernel<MappedArrays> {
 public:
  using Kernel::Kernel;

  Program run() override {  //= __global__ void product(const int* a, const int* b, int* c, int n) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;  //! adjacent lanes: adjacent columns
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    Local<int> sum{this, "sum", 0};  //= int sum = 0;
    for (Local<int> k{this, "k", 0}; k < n; ++k) {  //= for (int k = 0; k < n; ++k) {
      sum += co_await a[row * n + k] * co_await b[k * n + column];
    }
    co_await (c[row * n + column] = sum);
  }
};

// variant: wrong-way
class RowsDown : public Kernel<MappedArrays> {
 public:
  using Kernel::Kernel;

  Program run() override {  //= __global__ void product(const int* a, const int* b, int* c, int n) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;  //! adjacent lanes: rows, n numbers apart
    const int column = blockIdx.y * blockDim.y + threadIdx.y;
    Local<int> sum{this, "sum", 0};  //= int sum = 0;
    for (Local<int> k{this, "k", 0}; k < n; ++k) {  //= for (int k = 0; k < n; ++k) {
      sum += co_await a[row * n + k] * co_await b[k * n + column];
    }
    co_await (c[row * n + column] = sum);
  }
};
// end
// clang-format on

std::vector<double> numbers(int n, int step) {
  std::vector<double> cells;
  for (int i = 0; i < n * n; ++i) cells.push_back(i * step % 7);
  return cells;
}

std::function<void()> set_up(Machine& machine, const PlaySettings& settings) {
  const int width = settings.whole("width");
  const int height = settings.whole("height");
  const int n = width;
  const MappedArrays arrays{machine.array("a", Space::global, numbers(n, 1), n),
                            machine.array("b", Space::global, numbers(n, 2), n),
                            machine.unwritten("c", Space::global, n * n, n), n};
  const bool coalesced = settings.version == "coalesced";
  const Dim block{width, std::min(height, width)};
  return [&machine, arrays, block, coalesced] {
    if (coalesced) {
      machine.launch<RowsAcross>("product", {1}, block, arrays);
    } else {
      machine.launch<RowsDown>("product", {1}, block, arrays);
    }
  };
}

}  // namespace

Lesson lesson() {
  return {
      .id = "addresses",
      .title = "Addresses",
      .shows =
          "The threads of a two-dimensional block are numbered row by row, threadIdx.x + "
          "blockDim.x · threadIdx.y, and divided into warps of 32. In a block 16 threads "
          "wide, a warp is two rows of threads. If x runs along the columns, the warp's "
          "loads of a and b and its store to c touch few sectors; with the opposite "
          "mapping, adjacent lanes are whole rows apart. Only one block is played.",
      .question = "How many sectors does warp 0 request at each k with each mapping?",
      .lab = "matmul",
      .lecture = "N = 1024 on a GTX 1080: wrong mapping 44.5 ms, coalesced 4.95 ms.",
      .inputs = {{.id = "width",
                  .title = "block width",
                  .help = "Threads of the block in x; the matrices have as many rows and columns.",
                  .initial = {16},
                  .minimum = 2,
                  .maximum = 32},
                 {.id = "height",
                  .title = "block height",
                  .help = "Threads of the block in y, no more than in x.",
                  .initial = {2},
                  .minimum = 1,
                  .maximum = 8}},
      .versions =
          {{.id = "coalesced",
            .title = "x along the columns",
            .what = "Each load of b and the store to c run along rows; the lanes of a row of "
                    "threads read one number of a."},
           {.id = "wrong-way",
            .title = "x along the rows",
            .what = "Each lane of a row of threads accesses another row of a and of c: one sector "
                    "for each lane."}},
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::addresses_lesson
