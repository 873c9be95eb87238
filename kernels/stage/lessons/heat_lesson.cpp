// This lesson computes heat on a plate of 6 × 6 cells: steps between two arrays, and a tile with
// halo.
#include "kernels/core/error.h"
#include "kernels/stage/host_program.h"
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
  if (i == 1) tile[j][0] = from[y * n + x - 1];  //! the halo: threads at the rim load it, too
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

constexpr const char* kGlobalHost = R"cuda(
cudaError_t host(const float* host_u, float* result, int size, int steps) {
  const size_t bytes = size * size * sizeof(float);
  const float alpha = 0.25f;
  float *u, *v;
  cudaMalloc(&u, bytes);
  cudaMalloc(&v, bytes);
  cudaMemcpy(u, host_u, bytes, cudaMemcpyHostToDevice);
  cudaMemset(v, 0, bytes);
  const int half = (size - 2) / 2;  // inner cells of a block
  for (int i = 0; i < steps; ++i) {
    heat<<<dim3(2, 2), dim3(half, half)>>>(u, v, size, alpha);
    float* old = u;
    u = v;
    v = old;  //! the host swaps the two arrays
  }
  cudaError_t error = cudaGetLastError();  // were the launches correct?
  if (error == cudaSuccess) {  // the copy waits for the kernels
    error = cudaMemcpy(result, u, bytes, cudaMemcpyDeviceToHost);
  }
  cudaFree(u);
  cudaFree(v);
  return error;
}
)cuda";

constexpr const char* kHaloHost = R"cuda(
template <int half>  // rows and columns of a block
cudaError_t host(const float* host_u, float* result, int size, int steps) {
  const size_t bytes = size * size * sizeof(float);
  const float alpha = 0.25f;
  float *u, *v;
  cudaMalloc(&u, bytes);
  cudaMalloc(&v, bytes);
  cudaMemcpy(u, host_u, bytes, cudaMemcpyHostToDevice);
  cudaMemset(v, 0, bytes);
  for (int i = 0; i < steps; ++i) {
    heat<half, half><<<dim3(2, 2), dim3(half, half)>>>(u, v, size, alpha);
    float* old = u;
    u = v;
    v = old;  //! the host swaps the two arrays
  }
  cudaError_t error = cudaGetLastError();  // were the launches correct?
  if (error == cudaSuccess) {  // the copy waits for the kernels
    error = cudaMemcpy(result, u, bytes, cudaMemcpyDeviceToHost);
  }
  cudaFree(u);
  cudaFree(v);
  return error;
}
)cuda";

constexpr const char* kOneGridHost = R"cuda(
cudaError_t host(const float* host_u, float* result, int size, int steps) {
  const size_t bytes = size * size * sizeof(float);
  const float alpha = 0.25f;
  float* u;
  cudaMalloc(&u, bytes);
  cudaMemcpy(u, host_u, bytes, cudaMemcpyHostToDevice);
  for (int i = 0; i < steps; ++i) {
    heat<<<1, dim3(size - 2, size - 2)>>>(u, size, alpha);
  }
  cudaError_t error = cudaGetLastError();  // were the launches correct?
  if (error == cudaSuccess) {  // the copy waits for the kernels
    error = cudaMemcpy(result, u, bytes, cudaMemcpyDeviceToHost);
  }
  cudaFree(u);
  return error;
}
)cuda";

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
  HostInputs inputs = host_inputs(settings);
  const int half = (size - 2) / 2;  // side of a block
  inputs.numbers["half"] = half;
  inputs.lists["host_u"] = plate(size, settings.number("hot"));
  for (const char* name : {"u", "v"}) inputs.shown[name] = {.width = size};
  return host_play(machine, code, std::move(inputs));
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
          "Hibbeler: new = old + α (north + south + east + west − 4 old), stable while "
          "α ≤ 1/4; here α is 1/4. Without the leading old a uniform plate of 1 would become "
          "0. Common, too: to call the kernel with input and output exchanged.",
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
            .code = {kGlobal, kGlobalHost}},
           {.id = "halo",
            .title = "a tile with its halo",
            .what = "A block loads its cells and its halo once; all other reads use shared memory.",
            .code = {kHalo, kHaloHost}},
           {.id = "one-grid",
            .title = "with one array only",
            .what = "Some threads read values that their neighbours have already changed, and the "
                    "plate "
                    "is no longer symmetric. Now choose Lockstep: it is, but only by luck, and the "
                    "race is still found.",
            .code = {kOneGrid, kOneGridHost},
            .schedule = Schedule{.kind = Schedule::Kind::random, .seed = 1}}},
      .warp = 4,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::heat_lesson
