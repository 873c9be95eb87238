// This lesson shows divergence: a warp whose lanes disagree at a branch executes both paths.
#include "kernels/stage/host_program.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::divergence_lesson {
namespace {

constexpr const char* kLanes = R"cuda(
__global__ void branch(const int* in, int* out) {
  int t = threadIdx.x;
  if (t % 2 == 0) {  //! neighbours disagree: every warp executes both paths
    out[t] = 2 * in[t];
  } else {
    out[t] = in[t] + 100;
  }
}
)cuda";

constexpr const char* kWarps = R"cuda(
__global__ void branch(const int* in, int* out) {
  int t = threadIdx.x;
  if (t / warpSize % 2 == 0) {  //! all lanes of a warp agree
    out[t] = 2 * in[t];
  } else {
    out[t] = in[t] + 100;
  }
}
)cuda";

constexpr const char* kSelect = R"cuda(
__global__ void branch(const int* in, int* out) {
  int t = threadIdx.x;
  int x = in[t];
  out[t] = t % 2 == 0 ? 2 * x : x + 100;  //! a choice between two registers: no branch
}
)cuda";

constexpr const char* kHost = R"cuda(
cudaError_t host(const int* host_in, int* host_out, int threads) {
  int* in;
  int* out;
  cudaMalloc(&in, threads * sizeof(int));
  cudaMalloc(&out, threads * sizeof(int));
  cudaMemcpy(in, host_in, threads * sizeof(int), cudaMemcpyHostToDevice);
  branch<<<1, threads>>>(in, out);
  cudaError_t error = cudaGetLastError();  // was the launch correct?
  if (error == cudaSuccess) {  // the copy waits for the kernel
    error = cudaMemcpy(host_out, out, threads * sizeof(int), cudaMemcpyDeviceToHost);
  }
  cudaFree(in);
  cudaFree(out);
  return error;
}
)cuda";

std::function<void()> set_up(Machine& machine, const PlaySettings& settings,
                             const KernelText& code) {
  HostInputs inputs = host_inputs(settings);
  for (int i = 0; i < settings.whole("threads"); ++i) inputs.lists["host_in"].push_back(1 + i);
  return host_play(machine, code, std::move(inputs));
}

}  // namespace

Lesson lesson() {
  return {
      .id = "divergence",
      .title = "Divergence",
      .shows =
          "A warp has one instruction at a time. Where its lanes disagree at a branch it executes "
          "one path with some lanes and then the other path with the rest, and reconverges after "
          "both. Where whole warps agree, each executes only its own path.",
      .question =
          "Both versions take the branch with half of the threads. Why does one of them "
          "need twice as many loads and stores?",
      .answer =
          "By lane, every warp has threads on both paths and executes both, each with half of its "
          "lanes. By warp, each warp executes only its own path.",
      .lab = "",
      .inputs = {threads_input(8, 32)},
      .versions = {{.id = "lanes",
                    .title = "by lane",
                    .what = "Even and odd lanes of one warp take different paths.",
                    .code = {kLanes, kHost}},
                   {.id = "warps",
                    .title = "by warp",
                    .what = "Even and odd warps take different paths.",
                    .code = {kWarps, kHost}},
                   {.id = "select",
                    .title = "without a branch",
                    .what = "Each lane computes both values and keeps one.",
                    .code = {kSelect, kHost}}},
      .warp = 4,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::divergence_lesson
