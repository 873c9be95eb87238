// What a warp's access to memory touches, by the rules of the hardware: sectors of global memory,
// banks of shared memory. Addresses are those of words of 4 bytes, in bytes.
#pragma once

#include <cstdint>
#include <span>

namespace heatwave::core {

inline constexpr int kWordBytes = 4;
inline constexpr int kSectorBytes = 32;  ///< the least that a GPU fetches from memory
inline constexpr int kBanks = 32;        ///< of shared memory, each one word wide

/// How many pieces of memory, `piece` bytes each and aligned to that, hold these words.
int pieces_touched(std::span<const std::int64_t> addresses, int piece);
inline int sectors_touched(std::span<const std::int64_t> addresses) {
  return pieces_touched(addresses, kSectorBytes);
}

/// The most different pieces of memory, `piece` bytes each, that meet in one of so many places; a
/// piece's place is its number modulo that. Pieces that are one and the same meet for nothing.
int most_in_one_place(std::span<const std::int64_t> addresses, int piece, int places);
/// How many ways an access to these words of shared memory conflicts; 1: not at all. Lanes that
/// read the same word get it together.
inline int conflict_ways(std::span<const std::int64_t> addresses) {
  return most_in_one_place(addresses, kWordBytes, kBanks);
}

}  // namespace heatwave::core
