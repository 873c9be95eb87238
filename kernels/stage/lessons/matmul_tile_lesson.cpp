// This lesson multiplies matrices by tiles in shared memory: correctly, without barriers, with a
// barrier that some threads skip, and with a barrier that never ends.
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::matmul_tile_lesson {
namespace {

/// A block computes a tile of c with one element for each thread.
struct ProductArrays {
  Array a, b, c, finished;
  int n = 0;
};

class Tiles : public Kernel<ProductArrays> {
 public:
  using Kernel::Kernel;

 protected:
  Grid tile(const char* name) {
    return {shared(name, blockDim.count(), blockDim.x, true), blockDim.x};
  }
};

// Each line of the kernel must stay one line, however long it is: the play refers to line numbers.
// clang-format off
// variant: right
class RightProduct : public Tiles {
 public:
  using Tiles::Tiles;

  //= template <int TILE>  // rows and columns of a block
  Program run() override {  //= __global__ void product(const int* a, const int* b, int* c, int n) {
    const Grid tileA = tile("tileA");  //= __shared__ int tileA[TILE][TILE];
    const Grid tileB = tile("tileB");  //= __shared__ int tileB[TILE][TILE];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * blockDim.y + y, column = blockIdx.x * blockDim.x + x;  //= const int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    Local<int> sum{this, "sum", 0};  //= int sum = 0;
    for (Local<int> first{this, "first", 0}; co_await branch(first < n); first += blockDim.x) {  //= for (int first = 0; first < n; first += TILE) {
      int fromA = 0, fromB = 0;
      if (co_await branch(row < n && first + x < n)) fromA = static_cast<int>(co_await a[row * n + first + x]);  //= if (row < n && first + x < n) fromA = a[row * n + first + x];
      if (co_await branch(first + y < n && column < n)) fromB = static_cast<int>(co_await b[(first + y) * n + column]);  //= if (first + y < n && column < n) fromB = b[(first + y) * n + column];
      co_await (tileA[y][x] = fromA);
      co_await (tileB[y][x] = fromB);
      co_await syncthreads();  //! the tiles are complete
      for (Local<int> k{this, "k", 0}; k < blockDim.x; ++k) {  //= for (int k = 0; k < TILE; ++k) {
        sum += co_await tileA[y][k] * co_await tileB[k][x];
      }
      co_await syncthreads();  //! all threads have used the tiles
    }
    if (co_await branch(row < n && column < n)) co_await (c[row * n + column] = sum);
  }
};

// variant: no-barriers
class ProductWithoutBarriers : public Tiles {
 public:
  using Tiles::Tiles;

  //= template <int TILE>  // rows and columns of a block
  Program run() override {  //= __global__ void product(const int* a, const int* b, int* c, int n) {
    const Grid tileA = tile("tileA");  //= __shared__ int tileA[TILE][TILE];
    const Grid tileB = tile("tileB");  //= __shared__ int tileB[TILE][TILE];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * blockDim.y + y, column = blockIdx.x * blockDim.x + x;  //= const int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    Local<int> sum{this, "sum", 0};  //= int sum = 0;
    for (Local<int> first{this, "first", 0}; co_await branch(first < n); first += blockDim.x) {  //= for (int first = 0; first < n; first += TILE) {
      int fromA = 0, fromB = 0;
      if (co_await branch(row < n && first + x < n)) fromA = static_cast<int>(co_await a[row * n + first + x]);  //= if (row < n && first + x < n) fromA = a[row * n + first + x];
      if (co_await branch(first + y < n && column < n)) fromB = static_cast<int>(co_await b[(first + y) * n + column]);  //= if (first + y < n && column < n) fromB = b[(first + y) * n + column];
      co_await (tileA[y][x] = fromA);
      co_await (tileB[y][x] = fromB);
      for (Local<int> k{this, "k", 0}; k < blockDim.x; ++k) {  //= for (int k = 0; k < TILE; ++k) {
        sum += co_await tileA[y][k] * co_await tileB[k][x];  //! perhaps not written yet, stale or already overwritten
      }
    }
    if (co_await branch(row < n && column < n)) co_await (c[row * n + column] = sum);
  }
};

// variant: skipped-barrier
class ProductWithSkippedBarrier : public Tiles {
 public:
  using Tiles::Tiles;

  //= template <int TILE>  // rows and columns of a block
  Program run() override {  //= __global__ void product(const int* a, const int* b, int* c, int n) {
    const Grid tileA = tile("tileA");  //= __shared__ int tileA[TILE][TILE];
    const Grid tileB = tile("tileB");  //= __shared__ int tileB[TILE][TILE];
    const int x = threadIdx.x, y = threadIdx.y;
    const int i = blockIdx.y * blockDim.y + y, j = blockIdx.x * blockDim.x + x;  //= const int i = blockIdx.y * TILE + y, j = blockIdx.x * TILE + x;
    Local<int> sum{this, "sum", 0};  //= int sum = 0;
    for (Local<int> first{this, "first", 0}; co_await branch(first < n); first += blockDim.x) {  //= for (int first = 0; first < n; first += TILE) {
      if (co_await branch(i >= n || j >= n)) continue;  //! these threads skip the barriers and do not fill their part of the tiles
      int fromA = 0, fromB = 0;
      if (co_await branch(first + x < n)) fromA = static_cast<int>(co_await a[i * n + first + x]);  //= if (first + x < n) fromA = a[i * n + first + x];
      if (co_await branch(first + y < n)) fromB = static_cast<int>(co_await b[(first + y) * n + j]);  //= if (first + y < n) fromB = b[(first + y) * n + j];
      co_await (tileA[y][x] = fromA);
      co_await (tileB[y][x] = fromB);
      co_await syncthreads();  //! CUDA requires all threads of the block here
      for (Local<int> k{this, "k", 0}; k < blockDim.x; ++k) {  //= for (int k = 0; k < TILE; ++k) {
        sum += co_await tileA[y][k] * co_await tileB[k][x];
      }
      co_await syncthreads();
    }
    if (co_await branch(i < n && j < n)) co_await (c[i * n + j] = sum);
  }
};

// variant: endless-barrier
class ProductWithEndlessBarrier : public Tiles {
 public:
  using Tiles::Tiles;

  //= template <int TILE>  // rows and columns of a block
  Program run() override {  //= __global__ void product(const int* a, const int* b, int* c, int n, int* finished) {
    const Grid tileA = tile("tileA");  //= __shared__ int tileA[TILE][TILE];
    const Grid tileB = tile("tileB");  //= __shared__ int tileB[TILE][TILE];
    const int x = threadIdx.x, y = threadIdx.y;
    const int i = blockIdx.y * blockDim.y + y, j = blockIdx.x * blockDim.x + x;  //= const int i = blockIdx.y * TILE + y, j = blockIdx.x * TILE + x;
    const int block = blockIdx.y * gridDim.x + blockIdx.x;
    if (co_await branch(i >= n || j >= n)) {
      while (co_await branch(co_await atomicAdd(finished[block], 0) == 0)) {  //! waits for the others, which wait for this thread at the barrier
      }
      co_return;  //= return;
    }
    Local<int> sum{this, "sum", 0};  //= int sum = 0;
    for (Local<int> first{this, "first", 0}; co_await branch(first < n); first += blockDim.x) {  //= for (int first = 0; first < n; first += TILE) {
      int fromA = 0, fromB = 0;
      if (co_await branch(first + x < n)) fromA = static_cast<int>(co_await a[i * n + first + x]);  //= if (first + x < n) fromA = a[i * n + first + x];
      if (co_await branch(first + y < n)) fromB = static_cast<int>(co_await b[(first + y) * n + j]);  //= if (first + y < n) fromB = b[(first + y) * n + j];
      co_await (tileA[y][x] = fromA);
      co_await (tileB[y][x] = fromB);
      co_await syncthreads();  //! waits for all threads that have not ended
      for (Local<int> k{this, "k", 0}; k < blockDim.x; ++k) {  //= for (int k = 0; k < TILE; ++k) {
        sum += co_await tileA[y][k] * co_await tileB[k][x];
      }
      co_await syncthreads();
    }
    co_await (c[i * n + j] = sum);
    co_await atomicExch(finished[block], 1);
  }
};
// end
// clang-format on

std::vector<double> numbers(int n, int first, int step) {
  std::vector<double> cells;
  for (int i = 0; i < n * n; ++i) cells.push_back(first + i * step % 5);
  return cells;
}

/// Adds a host step that computes the product and compares.
void compare(Machine& machine, const ProductArrays& arrays) {
  const int n = arrays.n;
  int wrong = 0;
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; ++column) {
      double sum = 0;
      for (int k = 0; k < n; ++k) {
        sum += machine.value(arrays.a, row * n + k) * machine.value(arrays.b, k * n + column);
      }
      if (machine.value(arrays.c, row * n + column) != sum) ++wrong;
    }
  }
  const std::string of = " of " + std::to_string(n * n) + " numbers in c ";
  machine.step("the host compares: " + std::to_string(wrong) + of +
               (wrong == 1 ? "is wrong" : "are wrong"));
}

std::function<void()> set_up(Machine& machine, const PlaySettings& settings) {
  const int tile = settings.whole("tile");
  const int n = settings.whole("n");
  const int tiles = (n + tile - 1) / tile;
  const std::string version = settings.version;
  ProductArrays arrays{.a = machine.array("a", Space::global, numbers(n, 1, 1), n),
                       .b = machine.array("b", Space::global, numbers(n, 1, 2), n),
                       .c = machine.unwritten("c", Space::global, n * n, n),
                       .finished = {},
                       .n = n};
  if (version == "endless-barrier") {
    arrays.finished = machine.array("finished", Space::global,
                                    std::vector<double>(static_cast<std::size_t>(tiles * tiles)));
  }
  const Dim grid{tiles, tiles};
  const Dim block{tile, tile};
  return [&machine, arrays, grid, block, version] {
    if (version == "right") {
      machine.launch<RightProduct>("product", grid, block, arrays);
    } else if (version == "no-barriers") {
      machine.launch<ProductWithoutBarriers>("product", grid, block, arrays);
    } else if (version == "skipped-barrier") {
      machine.launch<ProductWithSkippedBarrier>("product", grid, block, arrays);
    } else {
      machine.launch<ProductWithEndlessBarrier>("product", grid, block, arrays);
    }
    compare(machine, arrays);
  };
}

}  // namespace

Lesson lesson() {
  return {
      .id = "matmul-tile",
      .title = "Matrix product by tiles",
      .shows =
          "A block copies a tile of a and a tile of b into shared memory, waits until "
          "both are complete, multiplies them, and waits again before it overwrites "
          "them. Without the barriers, threads read cells that are not written yet or "
          "are stale. All threads of a block must reach each barrier: CUDA forbids that "
          "some skip it, and the result is undefined if they do.",
      .question = "Which of the two barriers is unnecessary if there is only one tile?",
      .lab = "matmul",
      .lecture = "Its kernel has if (i >= N || j >= N) continue; before the barrier.",
      .inputs = {{.id = "tile",
                  .title = "tile",
                  .help = "Rows and columns of a tile, and of a block's threads.",
                  .initial = {2},
                  .minimum = 1,
                  .maximum = 4},
                 {.id = "n",
                  .title = "n",
                  .help = "Rows and columns of the matrices; need not be a multiple of the tile.",
                  .initial = {4},
                  .minimum = 1,
                  .maximum = 8}},
      .versions =
          {{.id = "right", .title = "with both barriers", .what = "Fill, wait, multiply, wait."},
           {.id = "no-barriers",
            .title = "without barriers",
            .what = "Some threads run ahead of others and read stale values: c is wrong. Now "
                    "choose Independent: c is correct, but only by luck, and the race is still "
                    "found.",
            .schedule = Schedule{.kind = Schedule::Kind::random, .seed = 7}},
           {.id = "skipped-barrier",
            .title = "a barrier that some threads skip",
            .what = "n is not a multiple of the tile. The surplus threads leave the kernel without "
                    "reaching a barrier, and their part of the tiles stays empty. Since Volta a "
                    "barrier waits only for threads that have not ended: measured on an H200 with "
                    "tiles of 16 and N = 100, the kernel ended, and 704 of 10,000 results were "
                    "wrong.",
            .inputs = {{"n", {3}}}},
           {.id = "endless-barrier",
            .title = "a barrier that never ends",
            .what = "The surplus threads do not leave: they wait until the others have finished. "
                    "Those wait for them at the barrier, so no thread can ever continue.",
            .inputs = {{"n", {3}}}}},
      .schedule = {.kind = Schedule::Kind::independent},
      .warp = 2,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::matmul_tile_lesson
