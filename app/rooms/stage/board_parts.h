// The parts of the board's layout: arrays, blocks of warps, and moving what was sized.
#pragma once

#include <vector>

#include "app/rooms/stage/board_layout.h"

namespace heatwave::stage_room::board_parts {

struct LayoutInput {
  const stage::Trace& trace;
  const BoardFacts& facts;
  int launch = -1;
  BoardSizes sizes;
};

/// The arrays of a space (global: with the host's behind them; shared: of one block), from left to
/// right and line by line, from (0, 0) on.
std::vector<ArrayPlace> flow_arrays(const LayoutInput& in, stage::Space space, int block,
                                    float width);

void move(ArrayPlace& place, float dx, float dy);
void move(BlockPlace& place, float dx, float dy);

/// The first block of the launch, at (0, 0), as wide as it needs to be and no wider than `width`
/// where that can be.
BlockPlace model_block(const LayoutInput& in, float width);
/// Another block of the same shape.
BlockPlace block_like(const LayoutInput& in, const BlockPlace& model, int block);

}  // namespace heatwave::stage_room::board_parts
