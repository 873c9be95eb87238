// Counts it: passes for each multiply-add of a warp, and how often the matrices cross L2.
#include "kernels/lab/experiments/matmul/matmul_traffic.h"

#include <cmath>

#include "kernels/lab/bench/traffic.h"

namespace heatwave::lab::matmul_experiment {
namespace {

double cubed(const Settings& settings) { return std::pow(static_cast<double>(settings["n"]), 3); }

/// Multiply-adds of whole warps.
double warp_steps(const Settings& settings) { return cubed(settings) / kWarpLanes; }

/// A block of side × side outputs needs as many rows of A and columns of B: what crosses L2.
Traffic between_caches(const Settings& settings, double side) {
  const auto n = static_cast<double>(settings["n"]);
  return {.l2_bytes = 8.0 * cubed(settings) / side + 4.0 * n * n, .memory_bytes = 12.0 * n * n};
}

/// The side of the square blocks, from the number of threads: 32, 16 or 8.
std::int64_t side_of(const Settings& settings) {
  const std::int64_t threads = settings["threads"];
  return threads >= 1024 ? 32 : threads >= 256 ? 16 : 8;
}

/// Copies of tiles into shared memory: two loads and two stores of a word for `tile` steps.
double tile_copies(double tile) { return 4.0 / tile; }

}  // namespace

Traffic matmul_wrong_way_traffic(const Settings& settings) {
  const std::int64_t n = settings["n"];
  const std::int64_t side = side_of(settings);
  const Traffic step = near_access([&](int lane) { return lane % side * n; }) +  // A: down a column
                       near_access([&](int lane) { return lane / side; });       // B: one word
  return between_caches(settings, static_cast<double>(side)) +
         passes(warp_steps(settings) * step.passes);
}

Traffic matmul_coalesced_traffic(const Settings& settings) {
  const std::int64_t n = settings["n"];
  const std::int64_t side = side_of(settings);
  const Traffic step = near_access([&](int lane) { return lane / side * n; }) +  // A: a word a row
                       near_access([&](int lane) { return lane % side; });       // B: along a row
  return between_caches(settings, static_cast<double>(side)) +
         passes(warp_steps(settings) * step.passes);
}

Traffic matmul_single_block_traffic(const Settings& settings) {
  constexpr std::int64_t kOwn =
      32;  // columns of a thread: its neighbour begins so far to the right
  const Traffic apart = near_access([](int lane) { return lane * kOwn; });
  // A's word is the same for the warp; B's lie apart; C is read and written once in 32 steps.
  const double of_step = 1.0 + apart.passes * (1.0 + 2.0 / kOwn);
  return between_caches(settings, 1024.0) + passes(warp_steps(settings) * of_step);
}

Traffic matmul_local_tiles_traffic(const Settings& settings) {
  constexpr double kOwn = 32.0;
  const Traffic apart = near_access([](int lane) { return lane * 32; });
  // Local words of a warp lie side by side: two loads a step. The copies are filled once in 32.
  const double of_step = 2.0 + (1.0 + apart.passes + 2.0) / kOwn + 2.0 / kOwn;
  Traffic all = between_caches(settings, 1024.0) + passes(warp_steps(settings) * of_step);
  all.l2_bytes += warp_steps(settings) * 2.0 * kLineBytes;  // far more than the first cache holds
  return all;
}

Traffic matmul_shared_tiles_traffic(const Settings& settings) {
  const auto side = static_cast<double>(side_of(settings));
  // A's words of a thread follow one another, so that four come with one load; B's do not.
  const double of_step = 0.25 + 1.0 + tile_copies(side);
  return between_caches(settings, side) + passes(warp_steps(settings) * of_step);
}

Traffic matmul_register_tiles_traffic(const Settings& settings) {
  constexpr double kTile = 128.0;
  constexpr double kSums = 64.0;  // multiply-adds that share the loads
  const Traffic left = near_access([](int lane) { return lane / 16 * 8; });
  const Traffic right = near_access([](int lane) { return lane % 16 * 8; });  // four in a bank
  const double of_step = 8.0 * (left.passes + right.passes) / kSums + tile_copies(kTile);
  return between_caches(settings, kTile) + passes(warp_steps(settings) * of_step);
}

Traffic matmul_vector_loads_traffic(const Settings& settings) {
  constexpr double kTile = 128.0;
  // Two quads of A, the same for 16 lanes; two of B, 256 bytes for the warp: two passes each.
  constexpr double kOfStep = (2.0 * 1.0 + 2.0 * 2.0) / 64.0;
  return between_caches(settings, kTile) +
         passes(warp_steps(settings) * (kOfStep + tile_copies(kTile)));
}

Traffic matmul_async_copies_traffic(const Settings& settings) {
  constexpr double kTile = 128.0;
  // A warp reads 8 different quads of A for four steps, eight times, and 4 of B twice a step.
  constexpr double kOfStep = (8.0 / 4.0 + 2.0) / 64.0;
  return between_caches(settings, kTile) +
         passes(warp_steps(settings) * (kOfStep + tile_copies(kTile)));
}

Traffic matmul_tensor_tf32_traffic(const Settings& settings) {
  constexpr double kTile = 128.0;
  // 16 words of A and 8 of B feed 8 steps of a warp's 64 × 32 sums.
  constexpr double kOfStep = 24.0 / (8.0 * 64.0);
  return between_caches(settings, kTile) +
         passes(warp_steps(settings) * (kOfStep + tile_copies(kTile)));
}

Traffic matmul_bulk_copies_traffic(const Settings& settings) {
  constexpr double kTile = 128.0;
  // A warp reads 8 different quads of A for four steps, 16 times, and 4 of B twice a step: by the
  // profiler's count some two passes each.
  constexpr double kOfStep = 2.0 * (16.0 / 4.0 + 2.0) / 128.0;
  constexpr double kFilling = 2.0 * kTile / (kTile * kTile);  // whole lines, by the copy engine
  return between_caches(settings, kTile) + passes(warp_steps(settings) * (kOfStep + kFilling));
}

Traffic matmul_tensor_wgmma_traffic(const Settings& settings) {
  constexpr double kRows = 256.0;
  constexpr double kColumns = 128.0;
  // For 256 × 64 sums over 8 steps the tensor cores read the tile of A, 64 lines; each of four
  // warps has 16 words of B with two passes of its own.
  constexpr double kSteps = kRows * 64.0 * 8.0 / kWarpLanes;
  constexpr double kOfStep = (64.0 + 4.0 * 4.0) / kSteps;
  constexpr double kFilling = (kRows + kColumns) / (kRows * kColumns);
  // L2 sends the copy engine more than the loads can take by which its limit is measured.
  return {.passes = warp_steps(settings) * (kOfStep + kFilling),
          .memory_bytes = between_caches(settings, kColumns).memory_bytes};
}

}  // namespace heatwave::lab::matmul_experiment
