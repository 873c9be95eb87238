// This lesson shares many elements among few threads: by grid-stride loops, or piece by piece.
#include "kernels/stage/host_program.h"
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

constexpr const char* kHost = R"cuda(
cudaError_t host(float* host_x, int n, int blocks, int threads) {
  float* x;
  cudaMalloc(&x, n * sizeof(float));
  cudaMemcpy(x, host_x, n * sizeof(float), cudaMemcpyHostToDevice);
  twice<<<blocks, threads>>>(x, n);  // any number of threads will do
  cudaError_t error = cudaGetLastError();  // was the launch correct?
  if (error == cudaSuccess) {  // the copy waits for the kernel
    error = cudaMemcpy(host_x, x, n * sizeof(float), cudaMemcpyDeviceToHost);
  }
  cudaFree(x);
  return error;
}
)cuda";

std::function<void()> set_up(Machine& machine, const PlaySettings& settings,
                             const KernelText& code) {
  HostInputs inputs = host_inputs(settings);
  for (int i = 0; i < settings.whole("n"); ++i) inputs.lists["host_x"].push_back(i);
  return host_play(machine, code, std::move(inputs));
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
                    .code = {kStride, kHost}},
                   {.id = "pieces",
                    .title = "a piece for each thread",
                    .what = "A thread's next element is the neighbour.",
                    .code = {kPieces, kHost}}},
      .warp = 4,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::stride_loop_lesson
