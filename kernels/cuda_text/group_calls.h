// Cooperative groups: blocks, grids and tiles of threads.
#pragma once

#include "kernels/cuda_text/expressions.h"

namespace heatwave::cuda_text {

/// The mask of all lanes of a warp.
inline constexpr Word kAllLanes = 0xFFFFFFFF;

class GroupCalls {
 public:
  GroupCalls(Workplace& at, Expressions& expressions) : at_(at), expressions_(expressions) {}

  /// Compiles this_thread_block(), this_grid() or tiled_partition<n>(…).
  Value group(const Expression& expression);
  /// Compiles a call of a group's method.
  Value method(const Value& group, const Expression& expression);
  /// Compiles reduce(tile, value, plus<T>()) into shuffles of half, a quarter … of the tile.
  Value reduce(const Expression& expression);

 private:
  /// Pushes the mask of the lanes of this thread's tile.
  void tile_mask(Word size);
  void rank_in_block();

  Workplace& at_;
  Expressions& expressions_;
};

}  // namespace heatwave::cuda_text
