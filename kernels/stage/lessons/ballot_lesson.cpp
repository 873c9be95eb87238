// This lesson compacts numbers within a warp: a ballot tells each lane where its number belongs.
#include "kernels/stage/host_program.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::ballot_lesson {
namespace {

constexpr const char* kBallot = R"cuda(
__global__ void keep(const int* in, int* out, int* count) {
  int lane = threadIdx.x;
  int x = in[lane];
  unsigned votes = __ballot_sync(0xffffffff, x > 0);  //! one bit for each lane
  int place = __popc(votes & ((1u << lane) - 1));  // votes of lower lanes
  if (x > 0) out[place] = x;
  if (lane == 0) *count = __popc(votes);
}
)cuda";

constexpr const char* kAtomic = R"cuda(
__global__ void keep(const int* in, int* out, int* count) {
  int x = in[threadIdx.x];
  if (x > 0) {
    int place = atomicAdd(count, 1);  //! lanes take places one after the other
    out[place] = x;
  }
}
)cuda";

constexpr const char* kHost = R"cuda(
cudaError_t host(const int* host_in, int* host_out, int* host_count) {
  int *in, *out, *count;
  cudaMalloc(&in, 8 * sizeof(int));
  cudaMalloc(&out, 8 * sizeof(int));
  cudaMalloc(&count, sizeof(int));
  cudaMemcpy(in, host_in, 8 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(count, 0, sizeof(int));
  keep<<<1, 8>>>(in, out, count);
  cudaError_t error = cudaGetLastError();  // was the launch correct?
  if (error == cudaSuccess) {  // the copies wait for the kernel
    error = cudaMemcpy(host_count, count, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(host_out, out, 8 * sizeof(int), cudaMemcpyDeviceToHost);
  }
  cudaFree(in);
  cudaFree(out);
  cudaFree(count);
  return error;
}
)cuda";

constexpr int kLanes = 8;

std::function<void()> set_up(Machine& machine, const PlaySettings& settings,
                             const KernelText& code) {
  HostInputs inputs = host_inputs(settings);
  inputs.shown["out"].may_vary = settings.version == "atomic";  // in the order of the additions
  return host_play(machine, code, std::move(inputs));
}

}  // namespace

Lesson lesson() {
  return {
      .id = "ballot",
      .title = "Ballot",
      .shows =
          "Only positive numbers are kept, without gaps. Each lane votes, and the ballot gives all "
          "lanes the same word with a bit for each lane. The number of lower bits is a lane's "
          "place. With atomics each lane asks for a place instead: they wait for each other, and "
          "the order may change.",
      .question = "Lane 5 keeps its number. Which bits of the word does it count?",
      .answer =
          "Bits 0 to 4, the lanes below it. Lanes 0, 2 and 4 keep their numbers, so its place is "
          "3.",
      .lab = "atomics",
      .inputs = {{.id = "in",
                  .title = "numbers",
                  .help = "One number for each lane.",
                  .initial = {3, -1, 4, -1, 5, 9, -2, 6},
                  .least = kLanes,
                  .most = kLanes}},
      .versions = {{.id = "ballot",
                    .title = "ballot",
                    .what = "One vote of the warp, and each lane counts bits.",
                    .code = {kBallot, kHost}},
                   {.id = "atomic",
                    .title = "atomics",
                    .what = "Each lane that keeps its number increments a counter.",
                    .code = {kAtomic, kHost}}},
      .warp = kLanes,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::ballot_lesson
