// This lesson cuts a rod between two devices: each keeps a ghost cell, a copy of the other's cell
// beside the cut, which must be new before it is read.
#include <algorithm>
#include <utility>

#include "kernels/stage/host_program.h"
#include "kernels/stage/lesson_catalogue.h"
#include "kernels/stage/stage_words.h"

namespace heatwave::stage::halo_lesson {
namespace {

// Each device's memory holds the rod before and after a step, in two rows of n + 2 cells.
constexpr const char* kFlags = R"cuda(
// Block 0 stands for device 0 and block 1 for device 1. The left device's last cell is its ghost,
// the right device's first cell.
__global__ void rod(float* left, float* right, int* received, int n, int steps) {
  const int device = blockIdx.x;
  float* own = device == 0 ? left : right;
  float* other = device == 0 ? right : left;  // the neighbour's memory
  const int i = threadIdx.x + 1;
  const bool at_cut = device == 0 ? i == n : i == 1;
  const int ghost = device == 0 ? 0 : n + 1;  // of the neighbour
  for (int step = 0; step < steps; ++step) {
    const float* now = own + step % 2 * (n + 2);
    const int next = (step + 1) % 2 * (n + 2);
    const float value = now[i] + 0.25f * (now[i - 1] - 2 * now[i] + now[i + 1]);
    own[next + i] = value;
    if (at_cut) other[next + ghost] = value;  //! into the neighbour's ghost cell
    __threadfence_system();
    __syncthreads();
    if (threadIdx.x == 0) {
      atomicAdd_system(&received[1 - device], 1);  //! the neighbour's ghost cell is new
      while (atomicAdd_system(&received[device], 0) <= step) {  //! and is the own one?
      }
      __threadfence_system();
    }
    __syncthreads();
  }
}
)cuda";

constexpr const char* kNoFlags = R"cuda(
__global__ void rod(float* left, float* right, int n, int steps) {
  const int device = blockIdx.x;
  float* own = device == 0 ? left : right;
  float* other = device == 0 ? right : left;  // the neighbour's memory
  const int i = threadIdx.x + 1;
  const bool at_cut = device == 0 ? i == n : i == 1;
  const int ghost = device == 0 ? 0 : n + 1;  // of the neighbour
  for (int step = 0; step < steps; ++step) {
    const float* now = own + step % 2 * (n + 2);
    const int next = (step + 1) % 2 * (n + 2);
    const float value = now[i] + 0.25f * (now[i - 1] - 2 * now[i] + now[i + 1]);
    own[next + i] = value;
    if (at_cut) other[next + ghost] = value;
    __syncthreads();  //! waits for this block only
  }
}
)cuda";

constexpr const char* kEveryOther = R"cuda(
__global__ void rod(float* left, float* right, int* received, int n, int steps) {
  const int device = blockIdx.x;
  float* own = device == 0 ? left : right;
  float* other = device == 0 ? right : left;  // the neighbour's memory
  const int i = threadIdx.x + 1;
  const bool at_cut = device == 0 ? i == n : i == 1;
  const int ghost = device == 0 ? 0 : n + 1;  // of the neighbour
  for (int step = 0; step < steps; ++step) {
    const float* now = own + step % 2 * (n + 2);
    const int next = (step + 1) % 2 * (n + 2);
    const float value = now[i] + 0.25f * (now[i - 1] - 2 * now[i] + now[i + 1]);
    own[next + i] = value;
    if (at_cut && step % 2 == 1) other[next + ghost] = value;  //! saves every other message
    __threadfence_system();
    __syncthreads();
    if (threadIdx.x == 0) {
      atomicAdd_system(&received[1 - device], 1);
      while (atomicAdd_system(&received[device], 0) <= step) {
      }
      __threadfence_system();
    }
    __syncthreads();
  }
}
)cuda";

constexpr const char* kFlagsHost = R"cuda(
cudaError_t host(const float* host_left, const float* host_right, float* rod_left, float* rod_right, int n, int steps) {
  const size_t bytes = 2 * (n + 2) * sizeof(float);  // each cell before and after a step
  float *left, *right;
  cudaMalloc(&left, bytes);
  cudaMalloc(&right, bytes);
  int* received;
  cudaMalloc(&received, 2 * sizeof(int));
  cudaMemcpy(left, host_left, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(right, host_right, bytes, cudaMemcpyHostToDevice);
  cudaMemset(received, 0, 2 * sizeof(int));
  rod<<<2, n>>>(left, right, received, n, steps);  // with two devices: a launch on each
  cudaError_t error = cudaGetLastError();  // was the launch correct?
  if (error == cudaSuccess) {  // the copies wait for the kernel
    error = cudaMemcpy(rod_left, left, bytes, cudaMemcpyDeviceToHost);
    cudaMemcpy(rod_right, right, bytes, cudaMemcpyDeviceToHost);
  }
  cudaFree(left);
  cudaFree(right);
  cudaFree(received);
  return error;
}
)cuda";

constexpr const char* kNoFlagsHost = R"cuda(
cudaError_t host(const float* host_left, const float* host_right, float* rod_left, float* rod_right, int n, int steps) {
  const size_t bytes = 2 * (n + 2) * sizeof(float);  // each cell before and after a step
  float *left, *right;
  cudaMalloc(&left, bytes);
  cudaMalloc(&right, bytes);
  cudaMemcpy(left, host_left, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(right, host_right, bytes, cudaMemcpyHostToDevice);
  rod<<<2, n>>>(left, right, n, steps);  // with two devices: a launch on each
  cudaError_t error = cudaGetLastError();  // was the launch correct?
  if (error == cudaSuccess) {  // the copies wait for the kernel
    error = cudaMemcpy(rod_left, left, bytes, cudaMemcpyDeviceToHost);
    cudaMemcpy(rod_right, right, bytes, cudaMemcpyDeviceToHost);
  }
  cudaFree(left);
  cudaFree(right);
  return error;
}
)cuda";

/// Returns the rod with its two ends after this number of steps on one device.
std::vector<double> uncut(std::vector<double> rod, int steps) {
  for (int step = 0; step < steps; ++step) {
    std::vector<double> next = rod;
    for (std::size_t i = 1; i + 1 < rod.size(); ++i)
      next[i] = rod[i] + 0.25 * (rod[i - 1] - 2 * rod[i] + rod[i + 1]);
    rod = std::move(next);
  }
  return rod;
}

/// Compares the devices' own cells with the uncut rod and names the first one that differs.
void compare(Machine& machine, Array left, Array right, const std::vector<double>& rod, int n,
             int steps) {
  const int row = steps % 2 * (n + 2);
  for (int cell = 1; cell <= 2 * n; ++cell) {
    const bool is_left = cell <= n;
    const Array device = is_left ? left : right;
    const int index = row + (is_left ? cell : cell - n);
    const double found = machine.value(device, index);
    const double expected = rod[static_cast<std::size_t>(cell)];
    if (found == expected) continue;
    machine.add_fault({.kind = FaultKind::result,
                       .text = "cell " + std::to_string(cell) + " of the rod is " +
                               words::number(found) + ", on one device it is " +
                               words::number(expected) + ": a ghost cell was stale",
                       .threads = {},
                       .array = device.id(),
                       .index = index,
                       .lines = {}});
    return;
  }
}

std::function<void()> set_up(Machine& machine, const PlaySettings& settings,
                             const KernelText& code) {
  const int n = settings.whole("n");
  const int steps = settings.whole("steps");
  std::vector<double> rod(static_cast<std::size_t>(2 * n + 2), 0.0);
  std::fill(rod.begin() + 1, rod.begin() + 1 + n, settings.number("hot"));
  HostInputs inputs = host_inputs(settings);
  const auto half = [&](const std::string& name, int first) {
    std::vector<double> rows(rod.begin() + first, rod.begin() + first + n + 2);
    rows.insert(rows.end(), rod.begin() + first, rod.begin() + first + n + 2);
    inputs.lists["host_" + name] = std::move(rows);
    inputs.shown[name] = {.width = n + 2};
  };
  half("left", 0);
  half("right", n);
  return [&machine, code, inputs = std::move(inputs), n, steps, expected = uncut(rod, steps)] {
    const auto arrays = play_host(machine, code, inputs);
    machine.step("the host compares the two halves with a rod that was not cut", [&] {
      compare(machine, arrays.at("left"), arrays.at("right"), expected, n, steps);
    });
  };
}

}  // namespace

Lesson lesson() {
  return {
      .id = "halo",
      .title = "Halo exchange",
      .shows =
          "A rod is cut in two, and each half lies in the memory of its own device. Beside the cut "
          "each keeps a ghost cell: a copy of the other's cell there. After a step the new value "
          "is "
          "stored into the neighbour's ghost cell, and a counter tells that it is new. A barrier "
          "of the block cannot do that: it does not reach the other device.",
      .question =
          "The rod is exact in the middle of each half. Where does the first wrong value appear if "
          "a ghost cell is stale, and how fast does the mistake spread?",
      .answer =
          "Beside the cut, on both sides. Each step reads the neighbours, so it spreads by one "
          "cell "
          "for each step: after few steps a picture still looks right.",
      .lab = "halo",
      .inputs = {{.id = "n",
                  .title = "cells of each device",
                  .help = "Number of cells in each half of the rod, and threads of each block.",
                  .initial = {4},
                  .minimum = 2,
                  .maximum = 8},
                 {.id = "steps",
                  .title = "steps",
                  .help = "Number of time steps.",
                  .initial = {2},
                  .minimum = 1,
                  .maximum = 6},
                 {.id = "hot",
                  .title = "temperature",
                  .help = "Initial temperature of the left half; the right half is at zero.",
                  .initial = {64},
                  .minimum = -1024,
                  .maximum = 1024}},
      .versions = {{.id = "flags",
                    .title = "with counters",
                    .what = "Each device waits until its ghost cell is new.",
                    .code = {kFlags, kFlagsHost}},
                   {.id = "no-flags",
                    .title = "without counters",
                    .what = "The neighbour may not have stored yet: a race between two devices.",
                    .code = {kNoFlags, kNoFlagsHost}},
                   {.id = "every-other",
                    .title = "a message for two steps",
                    .what = "One ghost cell serves one step only. In the second step it is stale, "
                            "and there is no race to find: only the values differ.",
                    .code = {kEveryOther, kFlagsHost}}},
      .schedule = {.kind = Schedule::Kind::independent},
      .warp = 4,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::halo_lesson
