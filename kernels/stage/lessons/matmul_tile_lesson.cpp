// This lesson multiplies matrices by tiles in shared memory: correctly, without barriers, with a
// barrier that some threads skip, and with a barrier that never ends.
#include "kernels/stage/host_program.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::matmul_tile_lesson {
namespace {

constexpr const char* kRight = R"cuda(
template <int TILE>  // rows and columns of a block
__global__ void product(const int* a, const int* b, int* c, int n) {
  __shared__ int tileA[TILE][TILE];
  __shared__ int tileB[TILE][TILE];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
  int sum = 0;
  for (int first = 0; first < n; first += TILE) {
    int fromA = 0, fromB = 0;
    if (row < n && first + x < n) fromA = a[row * n + first + x];
    if (first + y < n && column < n) fromB = b[(first + y) * n + column];
    tileA[y][x] = fromA;
    tileB[y][x] = fromB;
    __syncthreads();  //! the tiles are complete
    for (int k = 0; k < TILE; ++k) {
      sum += tileA[y][k] * tileB[k][x];
    }
    __syncthreads();  //! all threads have used the tiles
  }
  if (row < n && column < n) c[row * n + column] = sum;
}
)cuda";

constexpr const char* kWithoutBarriers = R"cuda(
template <int TILE>  // rows and columns of a block
__global__ void product(const int* a, const int* b, int* c, int n) {
  __shared__ int tileA[TILE][TILE];
  __shared__ int tileB[TILE][TILE];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
  int sum = 0;
  for (int first = 0; first < n; first += TILE) {
    int fromA = 0, fromB = 0;
    if (row < n && first + x < n) fromA = a[row * n + first + x];
    if (first + y < n && column < n) fromB = b[(first + y) * n + column];
    tileA[y][x] = fromA;
    tileB[y][x] = fromB;
    for (int k = 0; k < TILE; ++k) {
      sum += tileA[y][k] * tileB[k][x];  //! perhaps not written yet, stale or already overwritten
    }
  }
  if (row < n && column < n) c[row * n + column] = sum;
}
)cuda";

constexpr const char* kSkippedBarrier = R"cuda(
template <int TILE>  // rows and columns of a block
__global__ void product(const int* a, const int* b, int* c, int n) {
  __shared__ int tileA[TILE][TILE];
  __shared__ int tileB[TILE][TILE];
  const int x = threadIdx.x, y = threadIdx.y;
  const int i = blockIdx.y * TILE + y, j = blockIdx.x * TILE + x;
  int sum = 0;
  for (int first = 0; first < n; first += TILE) {
    if (i >= n || j >= n) continue;  //! these threads skip the barriers and do not fill their part of the tiles
    int fromA = 0, fromB = 0;
    if (first + x < n) fromA = a[i * n + first + x];
    if (first + y < n) fromB = b[(first + y) * n + j];
    tileA[y][x] = fromA;
    tileB[y][x] = fromB;
    __syncthreads();  //! CUDA requires all threads of the block here
    for (int k = 0; k < TILE; ++k) {
      sum += tileA[y][k] * tileB[k][x];
    }
    __syncthreads();
  }
  if (i < n && j < n) c[i * n + j] = sum;
}
)cuda";

constexpr const char* kEndlessBarrier = R"cuda(
template <int TILE>  // rows and columns of a block
__global__ void product(const int* a, const int* b, int* c, int n, int* finished) {
  __shared__ int tileA[TILE][TILE];
  __shared__ int tileB[TILE][TILE];
  const int x = threadIdx.x, y = threadIdx.y;
  const int i = blockIdx.y * TILE + y, j = blockIdx.x * TILE + x;
  const int block = blockIdx.y * gridDim.x + blockIdx.x;
  if (i >= n || j >= n) {
    while (atomicAdd(&finished[block], 0) == 0) {  //! waits for the others, which wait for this thread at the barrier
    }
    return;
  }
  int sum = 0;
  for (int first = 0; first < n; first += TILE) {
    int fromA = 0, fromB = 0;
    if (first + x < n) fromA = a[i * n + first + x];
    if (first + y < n) fromB = b[(first + y) * n + j];
    tileA[y][x] = fromA;
    tileB[y][x] = fromB;
    __syncthreads();  //! waits for all threads that have not ended
    for (int k = 0; k < TILE; ++k) {
      sum += tileA[y][k] * tileB[k][x];
    }
    __syncthreads();
  }
  c[i * n + j] = sum;
  atomicExch(&finished[block], 1);
}
)cuda";

constexpr const char* kHost = R"cuda(
template <int tile>  // rows and columns of a block
cudaError_t host(const int* host_a, const int* host_b, int* host_c, int n) {
  const size_t bytes = n * n * sizeof(int);
  const int tiles = (n + tile - 1) / tile;
  int *a, *b, *c;
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMalloc(&c, bytes);
  cudaMemcpy(a, host_a, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(b, host_b, bytes, cudaMemcpyHostToDevice);
  product<tile><<<dim3(tiles, tiles), dim3(tile, tile)>>>(a, b, c, n);
  cudaError_t error = cudaGetLastError();  // was the launch correct?
  if (error == cudaSuccess) {  // the copy waits for the kernel
    error = cudaMemcpy(host_c, c, bytes, cudaMemcpyDeviceToHost);
  }
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  return error;
}
)cuda";

constexpr const char* kEndlessHost = R"cuda(
template <int tile>  // rows and columns of a block
cudaError_t host(const int* host_a, const int* host_b, int* host_c, int n) {
  const size_t bytes = n * n * sizeof(int);
  const int tiles = (n + tile - 1) / tile;
  int *a, *b, *c;
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMalloc(&c, bytes);
  cudaMemcpy(a, host_a, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(b, host_b, bytes, cudaMemcpyHostToDevice);
  int* finished;  // one flag for each block
  cudaMalloc(&finished, tiles * tiles * sizeof(int));
  cudaMemset(finished, 0, tiles * tiles * sizeof(int));
  product<tile><<<dim3(tiles, tiles), dim3(tile, tile)>>>(a, b, c, n, finished);
  cudaError_t error = cudaGetLastError();  // was the launch correct?
  if (error == cudaSuccess) {  // the copy waits for the kernel
    error = cudaMemcpy(host_c, c, bytes, cudaMemcpyDeviceToHost);
  }
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  cudaFree(finished);
  return error;
}
)cuda";

std::vector<double> numbers(int n, int first, int step) {
  std::vector<double> cells;
  for (int i = 0; i < n * n; ++i) cells.push_back(first + i * step % 5);
  return cells;
}

struct Matrices {
  Array a, b, c;
  int n = 0;
};

/// Adds a host step that computes the product and compares.
void compare(Machine& machine, const Matrices& matrices) {
  const int n = matrices.n;
  int wrong = 0;
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; ++column) {
      double sum = 0;
      for (int k = 0; k < n; ++k) {
        sum += machine.value(matrices.a, row * n + k) * machine.value(matrices.b, k * n + column);
      }
      if (machine.value(matrices.c, row * n + column) != sum) ++wrong;
    }
  }
  const std::string of = " of " + std::to_string(n * n) + " numbers in c ";
  machine.step("the host compares: " + std::to_string(wrong) + of +
               (wrong == 1 ? "is wrong" : "are wrong"));
}

std::function<void()> set_up(Machine& machine, const PlaySettings& settings,
                             const KernelText& code) {
  const int n = settings.whole("n");
  HostInputs inputs = host_inputs(settings);
  inputs.lists["host_a"] = numbers(n, 1, 1);
  inputs.lists["host_b"] = numbers(n, 1, 2);
  for (const char* name : {"a", "b", "c"}) inputs.shown[name] = {.width = n};
  return [&machine, code, inputs = std::move(inputs), n] {
    const auto arrays = play_host(machine, code, inputs);
    compare(machine, {arrays.at("a"), arrays.at("b"), arrays.at("c"), n});
  };
}

}  // namespace

Lesson lesson() {
  return {
      .id = "matmul-tile",
      .title = "Tiled matrix product",
      .shows =
          "A block copies a tile of a and a tile of b into shared memory, waits until "
          "both are complete, multiplies them, and waits again before it overwrites "
          "them. Without the barriers, threads read cells that are not written yet or "
          "are stale. All threads of a block must reach each barrier: CUDA forbids that "
          "some skip it, and the result is undefined if they do.",
      .question = "Which of the two barriers is unnecessary if there is only one tile?",
      .answer = "The second one: with a single tile nothing is overwritten.",
      .lab = "matmul",
      .lecture =
          "Carnegie Mellon: the kernel has if (i >= N || j >= N) continue; before the barrier.",
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
          {{.id = "right",
            .title = "with both barriers",
            .what = "Fill, wait, multiply, wait.",
            .code = {kRight, kHost}},
           {.id = "no-barriers",
            .title = "without barriers",
            .what = "Some threads run ahead of others and read stale values: c is wrong. Now "
                    "choose Independent: c is correct, but only by luck, and the race is still "
                    "found.",
            .code = {kWithoutBarriers, kHost},
            .schedule = Schedule{.kind = Schedule::Kind::random, .seed = 7}},
           {.id = "skipped-barrier",
            .title = "a barrier that some threads skip",
            .what = "n is not a multiple of the tile. The surplus threads leave the kernel "
                    "without reaching a barrier, and their part of the tiles stays empty. Since "
                    "Volta a barrier waits only for threads that have not ended: measured on an "
                    "H200 with tiles of 16 and N = 100, the kernel ended, and 704 of 10\u00A0000 "
                    "results were wrong.",
            .code = {kSkippedBarrier, kHost},
            .inputs = {{"n", {3}}}},
           {.id = "endless-barrier",
            .title = "a barrier that never ends",
            .what = "The surplus threads do not leave: they wait until the others have finished. "
                    "Those wait for them at the barrier, so no thread can ever continue.",
            .code = {kEndlessBarrier, kEndlessHost},
            .inputs = {{"n", {3}}}}},
      .schedule = {.kind = Schedule::Kind::independent},
      .warp = 2,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::matmul_tile_lesson
