// This lesson computes heat on a plate of 6 × 6 cells: steps between two grids, and a tile with
// halo.
#include "kernels/core/error.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::heat_lesson {
namespace {

struct HeatArrays {
  Array from, to;
  int n = 0;  ///< rows and columns, including the edge
  float alpha = 0.25F;
};

// A thread for each inner cell; the edge is held at zero.
// Each line of the kernel must stay one line, however long it is: the play refers to line numbers.
// clang-format off
// variant: global
class GlobalStep : public Kernel<HeatArrays> {
 public:
  using Kernel::Kernel;

  Program run() override {  //= __global__ void heat(const float* from, float* to, int n, float alpha) {
    const int x = 1 + threadIdx.x + blockIdx.x * blockDim.x;  // inner cells only: the edge is held
    const int y = 1 + threadIdx.y + blockIdx.y * blockDim.y;
    Local<float> sum{this, "sum", 0};  //= float sum = 0;
    sum += co_await from[(y - 1) * n + x] + co_await from[(y + 1) * n + x];
    sum += co_await from[y * n + x - 1] + co_await from[y * n + x + 1];
    const Local<float> old{this, "old", static_cast<float>(co_await from[y * n + x])};  //= float old = from[y * n + x];
    co_await (to[y * n + x] = old + alpha * (sum - 4 * old));  //! into the other grid: neighbours still read the first
  }
};

// variant: halo
class HaloStep : public Kernel<HeatArrays> {
 public:
  using Kernel::Kernel;

  //= template <int WIDTH, int HEIGHT>  // size of a block
  Program run() override {  //= __global__ void heat(const float* from, float* to, int n, float alpha) {
    const Grid tile{shared("tile", (blockDim.x + 2) * (blockDim.y + 2), blockDim.x + 2), blockDim.x + 2};  //= __shared__ float tile[HEIGHT + 2][WIDTH + 2];
    const int x = 1 + threadIdx.x + blockIdx.x * blockDim.x;
    const int y = 1 + threadIdx.y + blockIdx.y * blockDim.y;
    const Local<int> i{this, "i", threadIdx.x + 1};  //= int i = threadIdx.x + 1;
    const Local<int> j{this, "j", threadIdx.y + 1};  //= int j = threadIdx.y + 1;
    co_await (tile[j][i] = co_await from[y * n + x]);
    if (co_await branch(i == 1)) co_await (tile[j][0] = co_await from[y * n + x - 1]);  //! the halo:
    if (co_await branch(i == blockDim.x)) co_await (tile[j][i + 1] = co_await from[y * n + x + 1]);
    if (co_await branch(j == 1)) co_await (tile[0][i] = co_await from[(y - 1) * n + x]);
    if (co_await branch(j == blockDim.y)) co_await (tile[j + 1][i] = co_await from[(y + 1) * n + x]);
    co_await syncthreads();
    Local<float> sum{this, "sum", 0};  //= float sum = 0;
    sum += co_await tile[j - 1][i] + co_await tile[j + 1][i];
    sum += co_await tile[j][i - 1] + co_await tile[j][i + 1];
    const Local<float> old{this, "old", static_cast<float>(co_await tile[j][i])};  //= float old = tile[j][i];
    co_await (to[y * n + x] = old + alpha * (sum - 4 * old));
  }
};

// variant: one-grid
class OneGridStep : public Kernel<HeatArrays> {
 public:
  using Kernel::Kernel;

  Program run() override {  //= __global__ void heat(float* u, int n, float alpha) {
    const Array u = from;  //=
    const int x = 1 + threadIdx.x + blockIdx.x * blockDim.x;
    const int y = 1 + threadIdx.y + blockIdx.y * blockDim.y;
    Local<float> sum{this, "sum", 0};  //= float sum = 0;
    sum += co_await u[(y - 1) * n + x] + co_await u[(y + 1) * n + x];
    sum += co_await u[y * n + x - 1] + co_await u[y * n + x + 1];
    const Local<float> old{this, "old", static_cast<float>(co_await u[y * n + x])};  //= float old = u[y * n + x];
    co_await (u[y * n + x] = old + alpha * (sum - 4 * old));  //! neighbours may not have read it yet
  }
};
// end
// clang-format on

std::vector<double> plate(int size, double hot) {
  const auto width = static_cast<std::size_t>(size);
  std::vector<double> cells(width * width, 0.0);
  for (std::size_t y = 2; y + 2 < width; ++y) {
    for (std::size_t x = 2; x + 2 < width; ++x) cells[y * width + x] = hot;
  }
  return cells;
}

std::function<void()> set_up(Machine& machine, const PlaySettings& settings) {
  const int size = settings.whole("size");
  if (size % 2 != 0)
    throw core::Error("size must be even: two blocks share each side of the plate");
  const int steps = settings.whole("steps");
  const std::vector<double> start = plate(size, settings.number("hot"));
  const Array first = machine.array("u", Space::global, start, size, false);
  const std::string version = settings.version;
  if (version == "one-grid") {
    return [&machine, first, size, steps] {
      for (int i = 0; i < steps; ++i) {
        machine.launch<OneGridStep>("heat", {1}, {size - 2, size - 2},
                                    HeatArrays{first, first, size});
      }
    };
  }
  const Array second =
      machine.array("v", Space::global, std::vector<double>(start.size()), size, false);
  return [&machine, first, second, size, steps, version] {
    const int half = (size - 2) / 2;
    for (int i = 0; i < steps; ++i) {
      const HeatArrays arrays =
          i % 2 == 0 ? HeatArrays{first, second, size} : HeatArrays{second, first, size};
      if (version == "global") {
        machine.launch<GlobalStep>("heat", {2, 2}, {half, half}, arrays);
      } else {
        machine.launch<HaloStep>("heat", {2, 2}, {half, half}, arrays);
      }
      machine.step("the host swaps the two grids");
    }
  };
}

}  // namespace

Lesson lesson() {
  return {
      .id = "heat",
      .title = "Heat on a plate",
      .shows =
          "Each thread computes one inner cell: its new value depends on its own old "
          "value and those of its four neighbours. New values are written to a second "
          "grid, and after the step the two grids are swapped. With a halo, a block "
          "first copies its tile and the cells around it into shared memory, so that it "
          "loads each number once instead of up to five times. Cells on the boundary "
          "between two blocks are still loaded by both.",
      .question = "What goes wrong if there is only one grid?",
      .lab = "stencil",
      .lecture =
          "new = old + α (north + south + east + west − 4 old), stable while α ≤ 1/4; here α is "
          "1/4.",
      .inputs = {{.id = "size",
                  .title = "size",
                  .help = "Rows and columns of the plate with its edge; an even number.",
                  .initial = {6},
                  .minimum = 4,
                  .maximum = 10},
                 {.id = "steps",
                  .title = "steps",
                  .help = "Number of time steps.",
                  .initial = {2},
                  .minimum = 1,
                  .maximum = 8},
                 {.id = "hot",
                  .title = "temperature",
                  .help = "Initial temperature of the hot middle.",
                  .initial = {64},
                  .minimum = -1000,
                  .maximum = 1000}},
      .versions =
          {{.id = "global",
            .title = "from global memory",
            .what = "Five loads from global memory for each cell."},
           {.id = "halo",
            .title = "a tile with its halo",
            .what =
                "A block loads its cells and its halo once; all other reads use shared memory."},
           {.id = "one-grid",
            .title = "with one grid only",
            .what = "Some threads read values that their neighbours have already changed."}},
      .warp = 4,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::heat_lesson
