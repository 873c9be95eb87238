// Finds the ways of arrows between cells and threads on a board.
#pragma once

#include <cstdint>
#include <vector>

#include "app/rooms/stage/board_view.h"

namespace heatwave::stage_room {

/// The ends of an access's arrow; null: it cannot be drawn.
struct Ends {
  const ArrayPlace* array = nullptr;
  const ThreadPlace* thread = nullptr;
};

/// An arrow's way besides its ends.
struct ArrowWay {
  float rim = 0.0F;             ///< space that a mark takes around the cell
  std::vector<ui::Box> titles;  ///< words in the block that it passes, too
  float shift = 0.0F;           ///< from the usual way, in units; positive: to the right
  /// Part of the cell's width that the arrow has for itself where it leaves at the lower edge.
  float from = 0.0F, to = 1.0F;
};

/// Returns the words in a thread's block that an arrow to it passes: titles of block and warps.
std::vector<ui::Box> words_above(const BoardView& view, int thread);

/// Returns the arrow from a cell to a thread, around words and the cards of other threads.
Arrow arrow_to_thread(const BoardView& view, const Ends& ends, std::int64_t index,
                      const ArrowWay& way);

}  // namespace heatwave::stage_room
