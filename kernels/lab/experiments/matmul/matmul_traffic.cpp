// The traffic of the matrix multiply kernels is counted here: passes for each multiply-add of a
// warp, and how often the matrices cross L2.
#include "kernels/lab/experiments/matmul/matmul_traffic.h"

#include <cmath>

#include "kernels/lab/bench/traffic.h"

namespace heatwave::lab::matmul_experiment {
namespace {

double cubed(const Settings& settings) { return std::pow(static_cast<double>(settings["n"]), 3); }

/// Returns the number of multiply-adds of whole warps.
double warp_steps(const Settings& settings) { return cubed(settings) / kWarpLanes; }

/// Returns the traffic through L2: a block of side × side outputs needs `side` rows of A and `side`
/// columns of B.
Traffic between_caches(const Settings& settings, double side) {
  const auto n = static_cast<double>(settings["n"]);
  return {.l2_bytes = 8.0 * cubed(settings) / side + 4.0 * n * n, .memory_bytes = 12.0 * n * n};
}

/// Returns the side of the square blocks for this number of threads: 32, 16 or 8.
std::int64_t side_of(const Settings& settings) {
  const std::int64_t threads = settings["threads"];
  return threads >= 1024 ? 32 : threads >= 256 ? 16 : 8;
}

/// Returns the passes that fill the tiles in shared memory: two loads and two stores of a word for
/// `tile` steps.
double tile_copies(double tile) { return 4.0 / tile; }

}  // namespace

Traffic matmul_wrong_way_traffic(const Settings& settings) {
  const std::int64_t n = settings["n"];
  const std::int64_t side = side_of(settings);
  const Traffic step =
      on_chip_access([&](int lane) { return lane % side * n; }) +  // A: down a column
      on_chip_access([&](int lane) { return lane / side; });       // B: one word
  return between_caches(settings, static_cast<double>(side)) +
         passes(warp_steps(settings) * step.passes);
}

Traffic matmul_coalesced_traffic(const Settings& settings) {
  const std::int64_t n = settings["n"];
  const std::int64_t side = side_of(settings);
  // A: one word for each row.
  const Traffic step = on_chip_access([&](int lane) { return lane / side * n; }) +
                       on_chip_access([&](int lane) { return lane % side; });  // B: along a row
  return between_caches(settings, static_cast<double>(side)) +
         passes(warp_steps(settings) * step.passes);
}

Traffic matmul_single_block_traffic(const Settings& settings) {
  constexpr std::int64_t kOwn =
      32;  // columns of a thread: the next lane begins this far to the right
  const Traffic apart = on_chip_access([](int lane) { return lane * kOwn; });
  // The warp shares one word of A; the words of B are apart; C is read and written once in 32
  // steps.
  const double of_step = 1.0 + apart.passes * (1.0 + 2.0 / kOwn);
  return between_caches(settings, 1024.0) + passes(warp_steps(settings) * of_step);
}

Traffic matmul_local_tiles_traffic(const Settings& settings) {
  constexpr double kOwn = 32.0;
  const Traffic apart = on_chip_access([](int lane) { return lane * 32; });
  // A warp's words in local memory are adjacent: two loads for each step. The copies are filled
  // once in 32 steps.
  const double of_step = 2.0 + (1.0 + apart.passes + 2.0) / kOwn + 2.0 / kOwn;
  Traffic all = between_caches(settings, 1024.0) + passes(warp_steps(settings) * of_step);
  all.l2_bytes += warp_steps(settings) * 2.0 * kLineBytes;  // far more than the L1 cache holds
  return all;
}

Traffic matmul_shared_tiles_traffic(const Settings& settings) {
  const auto side = static_cast<double>(side_of(settings));
  // A thread's words of A are adjacent, so that one load reads four; its words of B are not.
  const double of_step = 0.25 + 1.0 + tile_copies(side);
  return between_caches(settings, side) + passes(warp_steps(settings) * of_step);
}

Traffic matmul_register_tiles_traffic(const Settings& settings) {
  constexpr double kTile = 128.0;
  constexpr double kSums = 64.0;  // multiply-adds that share the loads
  const Traffic left = on_chip_access([](int lane) { return lane / 16 * 8; });
  // Four words in each bank.
  const Traffic right = on_chip_access([](int lane) { return lane % 16 * 8; });
  const double of_step = 8.0 * (left.passes + right.passes) / kSums + tile_copies(kTile);
  return between_caches(settings, kTile) + passes(warp_steps(settings) * of_step);
}

Traffic matmul_vector_loads_traffic(const Settings& settings) {
  constexpr double kTile = 128.0;
  // Two groups of four of A, which 16 lanes share; two groups of B, 256 bytes for the warp: two
  // passes each.
  constexpr double kOfStep = (2.0 * 1.0 + 2.0 * 2.0) / 64.0;
  return between_caches(settings, kTile) +
         passes(warp_steps(settings) * (kOfStep + tile_copies(kTile)));
}

Traffic matmul_async_copies_traffic(const Settings& settings) {
  constexpr double kTile = 128.0;
  // A warp reads 8 different groups of four of A for four steps, eight times, and 4 groups of B
  // twice for each step.
  constexpr double kOfStep = (8.0 / 4.0 + 2.0) / 64.0;
  return between_caches(settings, kTile) +
         passes(warp_steps(settings) * (kOfStep + tile_copies(kTile)));
}

Traffic matmul_tensor_tf32_traffic(const Settings& settings) {
  constexpr double kTile = 128.0;
  // A warp reads 16 words of A and 8 of B for 8 steps of its 64 × 32 sums.
  constexpr double kOfStep = 24.0 / (8.0 * 64.0);
  return between_caches(settings, kTile) +
         passes(warp_steps(settings) * (kOfStep + tile_copies(kTile)));
}

Traffic matmul_bulk_copies_traffic(const Settings& settings) {
  constexpr double kTile = 128.0;
  // A warp reads 8 different groups of four of A for four steps, 16 times, and 4 groups of B twice
  // for each step. The profiler counts about two passes for each.
  constexpr double kOfStep = 2.0 * (16.0 / 4.0 + 2.0) / 128.0;
  constexpr double kFilling = 2.0 * kTile / (kTile * kTile);  // whole lines, by the copy engine
  return between_caches(settings, kTile) + passes(warp_steps(settings) * (kOfStep + kFilling));
}

Traffic matmul_tensor_wgmma_traffic(const Settings& settings) {
  constexpr double kRows = 256.0;
  constexpr double kColumns = 128.0;
  // For 256 × 64 sums over 8 steps the tensor cores read the tile of A, 64 lines; each of four
  // warps reads 16 words of B in two passes.
  constexpr double kSteps = kRows * 64.0 * 8.0 / kWarpLanes;
  constexpr double kOfStep = (64.0 + 4.0 * 4.0) / kSteps;
  constexpr double kFilling = (kRows + kColumns) / (kRows * kColumns);
  // L2 sends the copy engine more than loads can receive, and its limit is measured by loads.
  return {.passes = warp_steps(settings) * (kOfStep + kFilling),
          .memory_bytes = between_caches(settings, kColumns).memory_bytes};
}

}  // namespace heatwave::lab::matmul_experiment
