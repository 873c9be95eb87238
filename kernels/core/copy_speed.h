// The copy speed of all processors together is the reference for everything that moves memory on
// the CPU.
#pragma once

#include <cstdint>

namespace heatwave::core {

struct CopySpeed {
  double bytes_per_second = 0.0;  ///< bytes read plus bytes written per second
  std::uint64_t bytes = 0;        ///< bytes of the source and the copy together
  int threads = 1;
  bool in_cache = false;  ///< true: these bytes fit into the last-level cache
};

/// Returns the speed at which all processors copy an array of this many bytes, rounded up to a
/// power of two. It depends on the caches into which the array fits. Each size is measured once, at
/// its first request, in some tens of milliseconds.
CopySpeed cpu_copy_speed(std::uint64_t bytes);

/// Returns the copy speed of an array that fits into no cache.
CopySpeed cpu_memory_speed();

}  // namespace heatwave::core
