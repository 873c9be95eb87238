// Counting what a kernel's warps ask for: of one access, by its addresses, and of whole launches.
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
inline constexpr double kLineBytes = 128.0;  ///< 32 lanes, 4 bytes each

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

/// So many bytes, each asked for once, by warps that take whole lines.
inline Traffic whole_lines(double bytes) {
  return {.passes = bytes / kLineBytes, .l2_bytes = bytes, .memory_bytes = bytes};
}

/// The addresses of one access, in bytes, of the word that `word_of(lane)` numbers.
template <typename WordOf>
std::array<std::int64_t, 32> warp_addresses(WordOf word_of) {
  std::array<std::int64_t, 32> addresses{};
  for (int lane = 0; lane < 32; ++lane) {
    addresses.at(static_cast<std::size_t>(lane)) =
        core::kWordBytes * static_cast<std::int64_t>(word_of(lane));
  }
  return addresses;
}

/// One access of a warp to global memory, none of whose sectors another access has brought.
template <typename WordOf>
Traffic global_access(WordOf word_of) {
  const auto addresses = warp_addresses(word_of);
  const double bytes = core::kSectorBytes * core::sectors_touched(addresses);
  return {.passes = static_cast<double>(core::conflict_ways(addresses)),
          .l2_bytes = bytes,
          .memory_bytes = bytes};
}

/// One access of a warp to shared memory, or to what the first cache holds.
template <typename WordOf>
Traffic near_access(WordOf word_of) {
  return {.passes = static_cast<double>(core::conflict_ways(warp_addresses(word_of)))};
}

/// So many accesses of which each takes one pass.
inline Traffic passes(double number) { return {.passes = number}; }

using CountTraffic = std::function<Traffic(const Settings&)>;

/// Tells of the variants of these ids what their warps ask for.
inline void set_traffic(std::vector<Variant>& variants,
                        const std::map<std::string, CountTraffic>& counts) {
  for (Variant& variant : variants) {
    const auto found = counts.find(variant.id);
    if (found != counts.end()) variant.traffic = found->second;
  }
}

/// For what goes another way than through a multiprocessor, such as a bus, or is not known.
inline Traffic nothing_counted(const Settings& /*settings*/) { return {}; }

}  // namespace heatwave::lab
