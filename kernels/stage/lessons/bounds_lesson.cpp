// This lesson finds an access out of bounds: the launch has more threads than numbers.
#include "kernels/stage/host_program.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::bounds_lesson {
namespace {

constexpr const char* kUnchecked = R"cuda(
__global__ void add(const int* a, const int* b, int* c, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  c[i] = a[i] + b[i];  //! the check i < n is missing
}
)cuda";

constexpr const char* kChecked = R"cuda(
__global__ void add(const int* a, const int* b, int* c, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) {  //! surplus threads do nothing
    c[i] = a[i] + b[i];
  }
}
)cuda";

constexpr const char* kHost = R"cuda(
cudaError_t host(const int* host_a, const int* host_b, int* host_c, int n, int threads) {
  int *a, *b, *c;
  cudaMalloc(&a, n * sizeof(int));
  cudaMalloc(&b, n * sizeof(int));
  cudaMalloc(&c, n * sizeof(int));
  cudaMemcpy(a, host_a, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(b, host_b, n * sizeof(int), cudaMemcpyHostToDevice);
  const int blocks = (n + threads - 1) / threads;  // enough for n threads
  add<<<blocks, threads>>>(a, b, c, n);
  cudaError_t error = cudaGetLastError();  // was the launch correct?
  if (error == cudaSuccess) {  // the copy waits for the kernel
    error = cudaMemcpy(host_c, c, n * sizeof(int), cudaMemcpyDeviceToHost);
  }
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  return error;
}
)cuda";

std::function<void()> set_up(Machine& machine, const PlaySettings& settings,
                             const KernelText& code) {
  HostInputs inputs = host_inputs(settings);
  for (int i = 0; i < settings.whole("n"); ++i) {
    inputs.lists["host_a"].push_back(i);
    inputs.lists["host_b"].push_back(10 * i);
  }
  return host_play(machine, code, std::move(inputs));
}

}  // namespace

Lesson lesson() {
  return {
      .id = "bounds",
      .title = "Out of bounds",
      .shows =
          "10 numbers in blocks of 4 threads take three blocks, which have 12 threads. Two of "
          "them access cells beyond the end of the arrays. The stage finds this. A GPU checks "
          "pages of memory, not arrays, so the mistake often goes unnoticed: on an H100, two "
          "threads that wrote beyond an array of 10 ints got no error. compute-sanitizer --tool "
          "memcheck PROGRAM names the thread and the address. The value that such a load returns "
          "is undefined: it is whatever lies there.",
      .question = "For which n is this kernel correct?",
      .answer =
          "For multiples of the block size: 4, 8, 12 and so on. A test with n = 1024 would never "
          "have found the mistake.",
      .lab = "",
      .inputs = {{.id = "n",
                  .title = "n",
                  .help = "How many numbers are added.",
                  .initial = {10},
                  .minimum = 1,
                  .maximum = 64},
                 threads_input(4, 32, "The launch has as many blocks as needed.")},
      .versions = {{.id = "unchecked",
                    .title = "without a check",
                    .what = "Correct if n is a multiple of the block size, wrong otherwise.",
                    .code = {kUnchecked, kHost}},
                   {.id = "checked",
                    .title = "if (i < n)",
                    .what = "Correct for every n.",
                    .code = {kChecked, kHost}}},
      .warp = 4,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::bounds_lesson
