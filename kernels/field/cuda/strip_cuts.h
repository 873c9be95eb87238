// A grid is cut into strips, which warps step.
#pragma once

#include "kernels/field/cuda/tile_cuts.h"
#include "kernels/field/cuda/tile_shapes.h"

namespace heatwave::field {

/// The time of a strip whose cells are all fixed and which needs no halo, relative to a plain one.
inline constexpr double kFixedCost = 0.35;

/// Blocks that lie side by side on the device: two multiprocessors share an instruction cache. If
/// they stepped different kinds of strips, each would wait for its instructions.
inline constexpr int kBlocksTogether = 2;

/// The room that strips share with other kernels of a pass.
struct StripRoom {
  int multiprocessors;
  /// True: the kernels of a pass run side by side, on some of the multiprocessors each.
  bool at_once = true;
  int watched = 0;  ///< tiles that are stepped once more, to record samples
};

/// Cuts a grid into strips, and deals them out to the warps of as many blocks as run at once, so
/// that all blocks end together, but those with rows that devices exchange end earlier. A warp
/// steps several strips if that makes the shares equal. A block never mixes strips of different
/// kinds (plain and inside the grid, wide or not; all cells fixed; any other): each kind runs other
/// instructions, and a multiprocessor's instruction cache is small. If there are few tiles that are
/// no strips, some multiprocessors are left to them, so that they do not run after all strips.
Cut cut_strips(const Parts& parts, const StripShape& shape, const StripRoom& room);

}  // namespace heatwave::field
