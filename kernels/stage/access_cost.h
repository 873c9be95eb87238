// The memory cost of a warp's access: sectors of global memory, and conflicts of shared memory.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "kernels/core/non_copyable.h"
#include "kernels/stage/arena.h"
#include "kernels/stage/trace.h"

namespace heatwave::stage {

/// Counts the cost of one step after the other.
class AccessCounter : core::NonCopyable {
 public:
  /// `arena`: it keeps its lists there.
  explicit AccessCounter(Arena& arena);

  /// Returns the cost of one step's actions; all zero: they do not access memory.
  AccessCost cost(const std::vector<ArrayInfo>& arrays, std::span<const Action> actions);

 private:
  /// Addresses of the words of four bytes that the actions access.
  ArenaList<std::int64_t> global_;
  ArenaList<std::int64_t> shared_;
  ArenaList<std::pair<int, std::int64_t>> atomics_;  ///< array and index of each atomic's cell
};

}  // namespace heatwave::stage
