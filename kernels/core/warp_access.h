// The hardware's rules for a warp's memory access: sectors of global memory and banks of shared
// memory. Addresses are byte addresses of 4-byte words.
#pragma once

#include <cstdint>
#include <span>

namespace heatwave::core {

inline constexpr int kWordBytes = 4;
inline constexpr int kSectorBytes = 32;  ///< smallest unit that a GPU fetches from memory, in bytes
inline constexpr int kBanks = 32;        ///< banks of shared memory, each one word wide

/// Returns how many aligned pieces of memory of `piece` bytes, a power of two, contain these words.
int pieces_touched(std::span<const std::int64_t> addresses, int piece);
inline int sectors_touched(std::span<const std::int64_t> addresses) {
  return pieces_touched(addresses, kSectorBytes);
}

/// Returns the largest number of distinct pieces, of `piece` bytes each, a power of two, that map
/// to one of `slots` banks or sets. A piece maps to its index modulo `slots`. Equal pieces count
/// once.
int most_in_one_slot(std::span<const std::int64_t> addresses, int piece, int slots);
/// Returns the degree of bank conflict of an access to shared memory; 1: no conflict. Lanes that
/// read one word share it.
inline int conflict_ways(std::span<const std::int64_t> addresses) {
  return most_in_one_slot(addresses, kWordBytes, kBanks);
}

}  // namespace heatwave::core
