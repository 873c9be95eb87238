// This lesson shows the addresses that a warp of a two-dimensional block accesses, for two mappings
// of a matrix product.
#include "kernels/stage/host_program.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::addresses_lesson {
namespace {

constexpr const char* kAlongColumns = R"cuda(
template <int N>  // rows and columns of the matrices
__global__ void product(const int* a, const int* b, int* c) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;  //! adjacent lanes: adjacent columns
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  int sum = 0;
  for (int k = 0; k < N; ++k) {
    sum += a[row * N + k] * b[k * N + column];
  }
  c[row * N + column] = sum;
}
)cuda";

constexpr const char* kAlongRows = R"cuda(
template <int N>  // rows and columns of the matrices
__global__ void product(const int* a, const int* b, int* c) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;  //! adjacent lanes: rows, N numbers apart
  const int column = blockIdx.y * blockDim.y + threadIdx.y;
  int sum = 0;
  for (int k = 0; k < N; ++k) {
    sum += a[row * N + k] * b[k * N + column];
  }
  c[row * N + column] = sum;
}
)cuda";

constexpr const char* kHost = R"cuda(
template <int width>  // rows and columns of the matrices
cudaError_t host(const int* host_a, const int* host_b, int* host_c, int height) {
  const size_t bytes = width * width * sizeof(int);
  int *a, *b, *c;
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMalloc(&c, bytes);
  cudaMemcpy(a, host_a, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(b, host_b, bytes, cudaMemcpyHostToDevice);
  product<width><<<1, dim3(width, height)>>>(a, b, c);
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

std::vector<double> numbers(int n, int step) {
  std::vector<double> cells(static_cast<std::size_t>(n * n));
  int i = 0;
  for (double& each : cells) each = i++ * step % 7;
  return cells;
}

std::function<void()> set_up(Machine& machine, const PlaySettings& settings,
                             const KernelText& code) {
  const int n = settings.whole("width");
  HostInputs inputs = host_inputs(settings);
  inputs.numbers["height"] = std::min(settings.whole("height"), n);
  inputs.lists["host_a"] = numbers(n, 1);
  inputs.lists["host_b"] = numbers(n, 2);
  for (const char* name : {"a", "b", "c"}) inputs.shown[name] = {.width = n};
  return host_play(machine, code, std::move(inputs));
}

}  // namespace

Lesson lesson() {
  return {
      .id = "addresses",
      .title = "Addresses",
      .shows =
          "The threads of a two-dimensional block are numbered row by row, threadIdx.x + "
          "blockDim.x · threadIdx.y, and divided into warps of 32. In a block 16 threads "
          "wide, a warp is two rows of threads. If x counts columns, the warp's "
          "loads of a and b and its store to c touch few sectors; with the opposite "
          "mapping, adjacent lanes are whole rows apart. Only one block is played.",
      .question = "How many sectors does warp 0 request at each k with each mapping?",
      .answer =
          "x counts columns: 2 sectors of a and 2 of b, 4 in all. x counts rows: 16 of a and 1 of "
          "b, 17 in all.",
      .lab = "matmul",
      .lecture =
          "Carnegie Mellon, N = 1024 on a GTX 1080: wrong mapping 44.5 ms, coalesced 4.95 ms.",
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
            .title = "x counts columns",
            .what = "Each load of b and the store to c run along rows; the lanes of a row of "
                    "threads read one number of a.",
            .code = {kAlongColumns, kHost}},
           {.id = "wrong-way",
            .title = "x counts rows",
            .what = "Each lane of a row of threads accesses another row of a and of c: one sector "
                    "for each lane.",
            .code = {kAlongRows, kHost}}},
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::addresses_lesson
