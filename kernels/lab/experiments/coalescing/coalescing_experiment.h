// The coalescing experiment: the element that each thread reads, and the check.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/core/host_device.h"
#include "kernels/core/random.h"
#include "kernels/lab/experiment.h"

namespace heatwave::lab::coalescing_experiment {

inline constexpr int kWarp = 32;           ///< threads that read together
inline constexpr int kGpuLineBytes = 128;  ///< line of a GPU's L1 cache, in bytes: four sectors
/// Smallest unit that a CPU fetches from memory, in bytes.
inline constexpr int kCpuLineBytes = 64;

enum class ReadPattern : std::uint8_t {
  adjacent,
  offset,
  stride,
  permuted,
  scattered,
  some_lanes,  ///< like `adjacent`, but every eighth thread reads nothing and writes zero
};

struct CoalescingProblem : Problem {
  std::vector<float> in;  ///< whole numbers below 2^24, which a float holds exactly
  std::int64_t n = 0;     ///< elements that are read, and written side by side
  std::int64_t offset = 0;
  std::int64_t stride = 1;
  std::int64_t threads = 256;  ///< threads in a block

  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(in.size()); }
};

/// Returns an index into an array of `size` elements that is unrelated to those of neighbouring
/// threads: the bits of i are mixed until no order is left. Works for sizes up to 2^35.
HEATWAVE_HOST_DEVICE std::int64_t scattered_index(std::int64_t i, std::int64_t size) {
  const std::uint64_t mixed = core::splitmix64(0, static_cast<std::uint64_t>(i)) >> 36U;
  return static_cast<std::int64_t>((mixed * static_cast<std::uint64_t>(size)) >> 28U);
}

/// Returns another of the 32 indices of the warp, so that the warp reads its 128 bytes in disorder.
HEATWAVE_HOST_DEVICE std::int64_t permuted_index(std::int64_t i) { return i ^ 21; }

/// Returns whether thread `i` of the grid reads at all.
bool reads(const CoalescingProblem& problem, ReadPattern pattern, std::int64_t i);
/// Returns the index of the element that thread `i` reads.
std::int64_t index_read(const CoalescingProblem& problem, ReadPattern pattern, std::int64_t i);

/// Compares the output with the pattern's elements and lists the sectors that a warp touches.
Outcome checked_reads(const CoalescingProblem& problem, ReadPattern pattern,
                      const std::vector<float>& out);

// The GPU side has one launcher for each variant.
struct CoalescingDevice;
using CoalescingLauncher = Launched(const CoalescingProblem& problem, CoalescingDevice& device,
                                    Queue queue);
CoalescingLauncher coalescing_adjacent;
CoalescingLauncher coalescing_permuted;
CoalescingLauncher coalescing_some_lanes;
CoalescingLauncher coalescing_offset;
CoalescingLauncher coalescing_stride;
CoalescingLauncher coalescing_scattered;
std::unique_ptr<Run> gpu_run_of(const CoalescingProblem& problem, CoalescingLauncher* launcher);

}  // namespace heatwave::lab::coalescing_experiment
