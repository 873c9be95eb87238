// The memory traffic of a kernel's warps is counted here, from the addresses of one access up to
// whole launches.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "kernels/core/warp_access.h"
#include "kernels/lab/experiment.h"

namespace heatwave::lab {

inline constexpr double kWarpLanes = 32.0;
inline constexpr double kLineBytes = 128.0;  ///< a cache line: 4 bytes for each lane

inline Traffic operator+(const Traffic& a, const Traffic& b) {
  return {.passes = a.passes + b.passes,
          .l2_bytes = a.l2_bytes + b.l2_bytes,
          .memory_bytes = a.memory_bytes + b.memory_bytes};
}

inline Traffic operator*(double times, const Traffic& a) {
  return {.passes = times * a.passes,
          .l2_bytes = times * a.l2_bytes,
          .memory_bytes = times * a.memory_bytes};
}

/// Returns the traffic of this many bytes, each requested once, by warps that read whole lines.
inline Traffic whole_lines(double bytes) {
  return {.passes = bytes / kLineBytes, .l2_bytes = bytes, .memory_bytes = bytes};
}

/// Returns the byte addresses of one access, given the index of each lane's word by
/// `word_of(lane)`.
template <typename WordOf>
std::array<std::int64_t, 32> warp_addresses(WordOf word_of) {
  std::array<std::int64_t, 32> addresses{};
  for (int lane = 0; lane < 32; ++lane) {
    addresses.at(static_cast<std::size_t>(lane)) =
        core::kWordBytes * static_cast<std::int64_t>(word_of(lane));
  }
  return addresses;
}

/// Returns the traffic of one access to global memory whose sectors are not in L2 yet.
template <typename WordOf>
Traffic global_access(WordOf word_of) {
  const auto addresses = warp_addresses(word_of);
  const double bytes = core::kSectorBytes * core::sectors_touched(addresses);
  return {.passes = static_cast<double>(core::conflict_ways(addresses)),
          .l2_bytes = bytes,
          .memory_bytes = bytes};
}

/// Returns the traffic of one access to shared memory, or to data in the L1 cache.
template <typename WordOf>
Traffic on_chip_access(WordOf word_of) {
  return {.passes = static_cast<double>(core::conflict_ways(warp_addresses(word_of)))};
}

/// Returns the traffic of this many accesses that take one pass each.
inline Traffic passes(double number) { return {.passes = number}; }

using CountTraffic = std::function<Traffic(const Settings&)>;

/// Sets how the variants with these ids count their traffic.
inline void set_traffic(std::vector<Variant>& variants,
                        const std::map<std::string, CountTraffic>& counts) {
  for (Variant& variant : variants) {
    const auto found = counts.find(variant.id);
    if (found != counts.end()) variant.traffic = found->second;
  }
}

/// Returns no traffic, for data that bypasses the multiprocessors (such as a bus transfer) or is
/// unknown.
inline Traffic no_traffic(const Settings& /*settings*/) { return {}; }

}  // namespace heatwave::lab
