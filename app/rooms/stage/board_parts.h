// The parts of the board's layout: arrays at given sizes, and moving what was sized.
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

/// About how wide so many letters are; digits are all as wide.
float letters_width(std::size_t letters, float size);

/// The arrays of a space (global: with the host's behind them; shared: of one block), from left to
/// right and line by line, from (0, 0) on.
std::vector<ArrayPlace> flow_arrays(const LayoutInput& in, stage::Space space, int block,
                                    float width);

void move(ArrayPlace& place, float dx, float dy);
void move(BlockPlace& place, float dx, float dy);

}  // namespace heatwave::stage_room::board_parts
