// What a warp's access costs: sectors of global memory, ways of a bank conflict in shared memory.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/stage/trace.h"

namespace heatwave::stage {

inline constexpr std::int64_t kSectorBytes = 32;
inline constexpr std::int64_t kBankBytes = 4;
inline constexpr int kBanks = 32;

/// How many 32-byte sectors these byte addresses (of 4-byte cells) lie in.
int sectors_of(std::span<const std::int64_t> addresses);
/// How many different words the busiest of the 32 banks has to give; 1: no conflict.
int ways_of(std::span<const std::int64_t> addresses);

/// Of the actions of one step; none when they do not go to memory.
AccessCost access_cost(const std::vector<ArrayInfo>& arrays, const std::vector<Action>& actions);

}  // namespace heatwave::stage
