// This lesson uses cooperative groups: a tile adds by shuffles, and all blocks meet at a barrier.
#include "kernels/stage/host_program.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::groups_lesson {
namespace {

constexpr const char* kGrid = R"cuda(
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__global__ void shares(const int* in, int* total, int* out) {
  cg::grid_group grid = cg::this_grid();
  cg::thread_block_tile<4> tile = cg::tiled_partition<4>(cg::this_thread_block());
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = cg::reduce(tile, in[i], cg::plus<int>());  //! four lanes add by shuffles
  if (tile.thread_rank() == 0) atomicAdd(total, sum);
  grid.sync();  //! all blocks: now the total is complete
  out[i] = 100 * in[i] / *total;
}
)cuda";

constexpr const char* kBlock = R"cuda(
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__global__ void shares(const int* in, int* total, int* out) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<4> tile = cg::tiled_partition<4>(block);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = cg::reduce(tile, in[i], cg::plus<int>());
  if (tile.thread_rank() == 0) atomicAdd(total, sum);
  block.sync();  //! only this block: other blocks may not have added yet
  out[i] = 100 * in[i] / *total;
}
)cuda";

constexpr const char* kGridHost = R"cuda(
cudaError_t host(const int* host_in, int* host_out) {
  int *in, *total, *out;
  cudaMalloc(&in, 8 * sizeof(int));
  cudaMalloc(&total, sizeof(int));
  cudaMalloc(&out, 8 * sizeof(int));
  cudaMemcpy(in, host_in, 8 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(total, 0, sizeof(int));
  void* arguments[] = {&in, &total, &out};
  cudaLaunchCooperativeKernel(shares, 2, 4, arguments);  // all blocks at once, or an error
  cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) {  // the copy waits for the kernel
    error = cudaMemcpy(host_out, out, 8 * sizeof(int), cudaMemcpyDeviceToHost);
  }
  cudaFree(in);
  cudaFree(total);
  cudaFree(out);
  return error;
}
)cuda";

constexpr const char* kBlockHost = R"cuda(
cudaError_t host(const int* host_in, int* host_out) {
  int *in, *total, *out;
  cudaMalloc(&in, 8 * sizeof(int));
  cudaMalloc(&total, sizeof(int));
  cudaMalloc(&out, 8 * sizeof(int));
  cudaMemcpy(in, host_in, 8 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(total, 0, sizeof(int));
  shares<<<2, 4>>>(in, total, out);
  cudaError_t error = cudaGetLastError();  // was the launch correct?
  if (error == cudaSuccess) {  // the copy waits for the kernel
    error = cudaMemcpy(host_out, out, 8 * sizeof(int), cudaMemcpyDeviceToHost);
  }
  cudaFree(in);
  cudaFree(total);
  cudaFree(out);
  return error;
}
)cuda";

std::function<void()> set_up(Machine& machine, const PlaySettings& settings,
                             const KernelText& code) {
  return host_play(machine, code, host_inputs(settings));
}

}  // namespace

Lesson lesson() {
  return {
      .id = "groups",
      .title = "Thread groups",
      .shows =
          "Each thread computes the share of its number in the total, in percent. A tile of four "
          "lanes adds its numbers, one lane adds their sum to the total, and grid.sync() makes all "
          "blocks wait until every block has added. A barrier of the block is not enough.",
      .question = "Why must all blocks of such a launch fit on the GPU at once?",
      .answer =
          "A block that waits at grid.sync() keeps its place on a multiprocessor. A block that can "
          "start only when another one has ended would never reach the barrier. CUDA refuses such "
          "a launch: cudaErrorCooperativeLaunchTooLarge.",
      .lab = "",
      .inputs = {{.id = "in",
                  .title = "numbers",
                  .help = "Four numbers for each block.",
                  .initial = {10, 20, 30, 40, 25, 25, 25, 25},
                  .minimum = 1,
                  .maximum = 1000,
                  .least = 8,
                  .most = 8}},
      .versions = {{.id = "grid",
                    .title = "barrier of the grid",
                    .what = "All blocks wait for each other.",
                    .code = {kGrid, kGridHost}},
                   {.id = "block",
                    .title = "barrier of the block",
                    .what =
                        "A block goes on although the other one has not added yet, and its shares "
                        "are too large. Now choose Lockstep: they are right, but only by luck, and "
                        "the race is still found.",
                    .code = {kBlock, kBlockHost},
                    .schedule = Schedule{.kind = Schedule::Kind::random, .seed = 6}}},
      .warp = 4,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::groups_lesson
