// Matrix product by tiles in shared memory: right, without its barriers, with one that some skip.
#include "kernels/stage/catalogue.h"

namespace heatwave::stage {
namespace {

struct ProductArrays {
  Grid a, b, c;
  int n = 0;
};

/// A block computes a tile of c as large as itself.
class Tiles : public Kernel<ProductArrays> {
 public:
  using Kernel::Kernel;

 protected:
  Grid tile(const char* name) {
    return {shared(name, blockDim.count(), blockDim.x, true), blockDim.x};
  }

  // NOLINTBEGIN(readability-identifier-naming): as a kernel calls them
  Grid tileA = tile("tileA");
  Grid tileB = tile("tileB");
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * blockDim.y + y, column = blockIdx.x * blockDim.x + x;
  // NOLINTEND(readability-identifier-naming)
};

// Here a line of the play is a line of the kernel, however long it is.
// clang-format off
// variant: right
class RightProduct : public Tiles {
 public:
  using Tiles::Tiles;

  Program run() override {  //= __global__ void product(const int* a, const int* b, int* c, int n) {
    Local<int> sum{this, "sum", 0};  //= int sum = 0;  // x, y: in the tile; row, column: in c
    Local<int> first{this, "first", 0};  //= int first = 0;
    while (co_await branch(first < n)) {
      co_await (tileA[y][x] = co_await a[row][first + x]);
      co_await (tileB[y][x] = co_await b[first + y][column]);
      co_await syncthreads();  //! the tiles are complete
      Local<int> k{this, "k", 0};  //= int k = 0;
      while (k < blockDim.x) {
        sum += co_await tileA[y][k] * co_await tileB[k][x];
        ++k;
      }
      co_await syncthreads();  //! nobody needs them any more
      first += blockDim.x;
    }
    co_await (c[row][column] = sum);
  }
};

// variant: no-barriers
class ProductWithoutBarriers : public Tiles {
 public:
  using Tiles::Tiles;

  Program run() override {  //= __global__ void product(const int* a, const int* b, int* c, int n) {
    Local<int> sum{this, "sum", 0};  //= int sum = 0;  // x, y: in the tile; row, column: in c
    Local<int> first{this, "first", 0};  //= int first = 0;
    while (co_await branch(first < n)) {
      co_await (tileA[y][x] = co_await a[row][first + x]);
      co_await (tileB[y][x] = co_await b[first + y][column]);
      Local<int> k{this, "k", 0};  //= int k = 0;  // no barrier before
      while (k < blockDim.x) {
        sum += co_await tileA[y][k] * co_await tileB[k][x];  //! perhaps not written yet, or old
        ++k;
      }
      first += blockDim.x;
    }
    co_await (c[row][column] = sum);
  }
};

// variant: skipped-barrier
class ProductWithSkippedBarrier : public Tiles {
 public:
  using Tiles::Tiles;

  Program run() override {  //= __global__ void product(const int* a, const int* b, int* c, int n) {
    Local<int> sum{this, "sum", 0};  //= int sum = 0;  // x, y: in the tile; row, column: in c
    Local<int> first{this, "first", -blockDim.x};  //= int first = -blockDim.x;
    while (co_await branch(first + blockDim.x < n)) {
      first += blockDim.x;
      if (co_await branch(row == column)) continue;  //! these never come to the barriers
      co_await (tileA[y][x] = co_await a[row][first + x]);
      co_await (tileB[y][x] = co_await b[first + y][column]);
      co_await syncthreads();
      Local<int> k{this, "k", 0};  //= int k = 0;
      while (k < blockDim.x) {
        sum += co_await tileA[y][k] * co_await tileB[k][x];
        ++k;
      }
      co_await syncthreads();
    }
    co_await (c[row][column] = sum);
  }
};
// end
// clang-format on

std::vector<double> numbers(int n, int first, int step) {
  std::vector<double> cells;
  for (int i = 0; i < n * n; ++i) cells.push_back(first + i * step % 5);
  return cells;
}

std::function<void()> set_up(Machine& machine, const PlaySettings& settings) {
  const int tile = settings.whole("tile");
  const int n = tile * settings.whole("tiles");
  const Array a = machine.array("a", Space::global, numbers(n, 1, 1), n);
  const Array b = machine.array("b", Space::global, numbers(n, 0, 2), n);
  const Array c = machine.unwritten("c", Space::global, n * n, n);
  const ProductArrays arrays{{a, n}, {b, n}, {c, n}, n};
  const Dim grid{n / tile, n / tile};
  const Dim block{tile, tile};
  const std::string version = settings.version;
  return [&machine, arrays, grid, block, version] {
    if (version == "right") {
      machine.launch<RightProduct>("product", grid, block, arrays);
    } else if (version == "no-barriers") {
      machine.launch<ProductWithoutBarriers>("product", grid, block, arrays);
    } else {
      machine.launch<ProductWithSkippedBarrier>("product", grid, block, arrays);
    }
  };
}

}  // namespace

Lesson matmul_tile_lesson() {
  return {
      .id = "matmul-tile",
      .title = "Matrix product by tiles",
      .shows =
          "A block copies a tile of a and a tile of b into shared memory, waits until both are "
          "complete, multiplies them, and waits again before it overwrites them. Without the "
          "barriers threads read cells that are not written yet, or are old. Where some threads "
          "skip "
          "a barrier, the others wait for them for ever.",
      .question = "Which of the two barriers could be left out when there is only one tile?",
      .lab = "matmul",
      .inputs = {{.id = "tile",
                  .title = "tile",
                  .help = "Rows and columns of a tile, and of a block's threads.",
                  .initial = {2},
                  .minimum = 1,
                  .maximum = 4},
                 {.id = "tiles",
                  .title = "tiles",
                  .help = "Tiles in a row of the matrix.",
                  .initial = {2},
                  .minimum = 1,
                  .maximum = 3}},
      .versions = {{.id = "right",
                    .title = "with both barriers",
                    .what = "Filled, waited, multiplied, waited."},
                   {.id = "no-barriers",
                    .title = "without barriers",
                    .what = "Some threads are ahead of others, and read what is stale."},
                   {.id = "skipped-barrier",
                    .title = "a barrier that some skip",
                    .what = "A continue before the barrier leaves the others waiting."}},
      .schedule = {.kind = Schedule::Kind::independent},
      .warp = 2,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage
