// Sizes a block of the board: warps of cards, with room for registers, barrier and shared memory.
#pragma once

#include "app/rooms/stage/board_parts.h"

namespace heatwave::stage_room::board_parts {

/// The first block of the launch, at (0, 0), as wide as it needs to be and no wider than `width`
/// where that can be.
BlockPlace model_block(const LayoutInput& in, float width);
/// Another block of the same shape.
BlockPlace block_like(const LayoutInput& in, const BlockPlace& model, int block);

}  // namespace heatwave::stage_room::board_parts
