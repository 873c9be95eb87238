// Computes how many blocks of a launch a multiprocessor can hold at once, and what limits them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "kernels/lab/lab_run.h"
#include "kernels/lab/measurement.h"

namespace heatwave::lab {

/// The resources of one multiprocessor.
struct Multiprocessor {
  std::int64_t count = 0;      ///< multiprocessors of the GPU
  std::int64_t registers = 0;  ///< their number; each has 32 bits
  std::int64_t shared_bytes = 0;
  std::int64_t reserved_bytes = 0;  ///< shared memory that the system takes for each block
  std::int64_t warps = 0;           ///< most resident warps
  std::int64_t blocks = 0;          ///< most resident blocks
  std::int64_t schedulers = 1;
  std::int64_t float_units = 0;    ///< float32 multiply-adds that start in a cycle; 0: unknown
  std::int64_t special_units = 0;  ///< 0: unknown
};
/// Reads the resources of a GPU of this machine or of a recording; none: they are unknown.
std::optional<Multiprocessor> multiprocessor_of(const Device& gpu);

/// The resources that limit the number of resident blocks.
enum class BlockLimit : std::uint8_t { warps, registers, shared_memory, blocks };
constexpr std::array kBlockLimits{BlockLimit::warps, BlockLimit::registers,
                                  BlockLimit::shared_memory, BlockLimit::blocks};
/// Returns "warps", "registers", "shared memory" or "blocks".
const char* name_of(BlockLimit limit);

/// The blocks of a launch that one multiprocessor holds at once.
struct Residency {
  std::int64_t warps_of_block = 0;
  std::int64_t registers_of_warp = 0;  ///< the number that is allocated
  std::int64_t bytes_of_block = 0;     ///< allocated shared memory, with the system's part
  /// Most blocks that each resource allows, in the order of BlockLimit.
  std::array<std::int64_t, kBlockLimits.size()> most{};
  BlockLimit limit = BlockLimit::warps;  ///< the resource that allows the fewest
  std::int64_t blocks = 0;               ///< resident blocks, if the grid has enough
  double occupancy = 0.0;                ///< resident warps of those that fit, from 0 to 1
};
/// Computes what the occupancy functions of CUDA report. Precondition: the launch has a block size.
Residency residency_of(const LaunchShape& launch, const Multiprocessor& multiprocessor);

}  // namespace heatwave::lab
