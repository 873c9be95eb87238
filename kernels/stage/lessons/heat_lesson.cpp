// This lesson computes heat on a plate of 6 × 6 cells: steps between two arrays, and a tile with
// halo.
#include "kernels/core/error.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::heat_lesson {
namespace {

// A kernel has a thread for each inner cell; the edge is held at zero.
constexpr const char* kGlobal = R"cuda(
// const __restrict__: nothing in this kernel writes what from points to
__global__ void heat(const float* __restrict__ from, float* __restrict__ to, int n, float alpha) {
  const int x = 1 + threadIdx.x + blockIdx.x * blockDim.x;  // inner cells only: the edge is held
  const int y = 1 + threadIdx.y + blockIdx.y * blockDim.y;
  float sum = 0;
  sum += from[(y - 1) * n + x] + from[(y + 1) * n + x];
  sum += from[y * n + x - 1] + from[y * n + x + 1];
  float old = from[y * n + x];
  to[y * n + x] = old + alpha * (sum - 4 * old);  //! into the other array: neighbours still read the first
}
)cuda";

constexpr const char* kHalo = R"cuda(
template <int WIDTH, int HEIGHT>  // size of a block
__global__ void heat(const float* from, float* to, int n, float alpha) {
  __shared__ float tile[HEIGHT + 2][WIDTH + 2];
  const int x = 1 + threadIdx.x + blockIdx.x * blockDim.x;
  const int y = 1 + threadIdx.y + blockIdx.y * blockDim.y;
  int i = threadIdx.x + 1;
  int j = threadIdx.y + 1;
  tile[j][i] = from[y * n + x];
  if (i == 1) tile[j][0] = from[y * n + x - 1];  //! the halo:
  if (i == blockDim.x) tile[j][i + 1] = from[y * n + x + 1];
  if (j == 1) tile[0][i] = from[(y - 1) * n + x];
  if (j == blockDim.y) tile[j + 1][i] = from[(y + 1) * n + x];
  __syncthreads();
  float sum = 0;
  sum += tile[j - 1][i] + tile[j + 1][i];
  sum += tile[j][i - 1] + tile[j][i + 1];
  float old = tile[j][i];
  to[y * n + x] = old + alpha * (sum - 4 * old);
}
)cuda";

constexpr const char* kOneGrid = R"cuda(
__global__ void heat(float* u, int n, float alpha) {
  const int x = 1 + threadIdx.x + blockIdx.x * blockDim.x;
  const int y = 1 + threadIdx.y + blockIdx.y * blockDim.y;
  float sum = 0;
  sum += u[(y - 1) * n + x] + u[(y + 1) * n + x];
  sum += u[y * n + x - 1] + u[y * n + x + 1];
  float old = u[y * n + x];
  u[y * n + x] = old + alpha * (sum - 4 * old);  //! neighbours may not have read it yet
}
)cuda";

constexpr double kAlpha = 0.25;

std::vector<double> plate(int size, double hot) {
  const auto width = static_cast<std::size_t>(size);
  std::vector<double> cells(width * width, 0.0);
  for (std::size_t y = 2; y + 2 < width; ++y) {
    for (std::size_t x = 2; x + 2 < width; ++x) cells[y * width + x] = hot;
  }
  return cells;
}

std::function<void()> set_up(Machine& machine, const PlaySettings& settings,
                             const KernelText& code) {
  const int size = settings.whole("size");
  if (size % 2 != 0)
    throw core::Error("size must be even: two blocks share each side of the plate");
  const int steps = settings.whole("steps");
  const std::vector<double> start = plate(size, settings.number("hot"));
  const Array u = machine.array("u", Space::global, Scalar::float32, start, size);
  if (settings.version == "one-grid") {
    return [&machine, heat = code.kernel("heat"), u, size, steps] {
      for (int i = 0; i < steps; ++i) {
        machine.launch({heat, {1}, {size - 2, size - 2}, {u, size, kAlpha}});
      }
    };
  }
  const Array v =
      machine.array("v", Space::global, Scalar::float32, std::vector<double>(start.size()), size);
  const int half = (size - 2) / 2;
  const std::string block = std::to_string(half);
  const auto heat =
      code.kernel(settings.version == "halo" ? "heat<" + block + ", " + block + ">" : "heat");
  return [&machine, heat, u, v, size, steps, half] {
    for (int i = 0; i < steps; ++i) {
      const bool even = i % 2 == 0;
      machine.launch({heat, {2, 2}, {half, half}, {even ? u : v, even ? v : u, size, kAlpha}});
      machine.step("the host swaps the two arrays");
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
          "array, and after the step the two arrays are swapped. With a halo, a block "
          "first copies its tile and the cells around it into shared memory, so that it "
          "loads each number once instead of up to five times. Cells on the boundary "
          "between two blocks are still loaded by both.",
      .question = "What goes wrong if there is only one array?",
      .answer =
          "A race: some threads read neighbours that are already new, others read old ones, and "
          "the result depends on the order.",
      .lab = "stencil",
      .lecture =
          "The slides: new = old + α (north + south + east + west − 4 old), stable while "
          "α ≤ 1/4; here α is 1/4. One slide lacks the leading old: a uniform plate of 1 would "
          "become 0. Another calls its kernel with input and output exchanged.",
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
            .what = "Five loads from global memory for each cell.",
            .code = kGlobal},
           {.id = "halo",
            .title = "a tile with its halo",
            .what = "A block loads its cells and its halo once; all other reads use shared memory.",
            .code = kHalo},
           {.id = "one-grid",
            .title = "with one array only",
            .what = "Some threads read values that their neighbours have already changed, and the "
                    "plate "
                    "is no longer symmetric. Now choose Lockstep: it is, but only by luck, and the "
                    "race is still found.",
            .code = kOneGrid,
            .schedule = Schedule{.kind = Schedule::Kind::random, .seed = 1}}},
      .warp = 4,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::heat_lesson
