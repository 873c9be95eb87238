// Lays out the parts of the board: arrays and blocks of warps.
#pragma once

#include <cstddef>
#include <vector>

#include "app/rooms/stage/board_layout.h"

namespace heatwave::stage_room::board_parts {

struct LayoutInput {
  const stage::Trace& trace;
  const BoardFacts& facts;
  int launch = -1;
  BoardSizes sizes;
};

inline constexpr std::size_t kBlockTitle = 7;  ///< characters of "block 3"

/// Returns the approximate width of a number of characters.
float letters_width(std::size_t letters, float size);

/// Lays out the arrays of a space from left to right and line by line, from (0, 0) on. Global
/// arrays: the host's come last; shared arrays: those of one block.
std::vector<ArrayPlace> flow_arrays(const LayoutInput& in, stage::Space space, int block,
                                    float width);

ui::Box moved(const ui::Box& box, float dx, float dy);
void move(ArrayPlace& place, float dx, float dy);
void move(BlockPlace& place, float dx, float dy);

/// Lays out the launch's first block at (0, 0), as wide as it needs, and if possible at most
/// `width` wide.
BlockPlace model_block(const LayoutInput& in, float width);
/// Lays out the launch's blocks folded, line by line, from (0, 0) on.
std::vector<BlockPlace> folded_blocks(const LayoutInput& in, float width);
/// Leaves no size to the blocks, where there is no room for them.
void hide(std::vector<BlockPlace>& folded);
/// Returns another block of the same shape.
BlockPlace block_like(const LayoutInput& in, const BlockPlace& model, int block);

}  // namespace heatwave::stage_room::board_parts
