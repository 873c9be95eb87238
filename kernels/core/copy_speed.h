// How fast this machine's processors together copy: the measure for all that moves memory on them.
#pragma once

#include <cstdint>

namespace heatwave::core {

struct CopySpeed {
  double bytes_per_second = 0.0;  ///< read plus written
  std::uint64_t bytes = 0;        ///< of what was copied and its copy together
  int threads = 1;
  bool in_cache = false;  ///< these fit in the last cache before memory
};

/// All processors copy as many bytes as something of this size has, rounded up to a power of two:
/// as fast as the caches it fits in, or as memory where it fits in none. Each of these is measured
/// once, when it is first asked for, in some tens of milliseconds.
CopySpeed cpu_copy_speed(std::uint64_t bytes);

/// The same for what no cache holds.
CopySpeed cpu_memory_speed();

}  // namespace heatwave::core
