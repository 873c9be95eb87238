// The key below the board explains the signs of threads, the arrows and the marks of cells.
#pragma once

#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "app/rooms/stage/board_view.h"
#include "app/rooms/stage/stage_view.h"
#include "app/ui/box.h"

namespace heatwave::stage_room {

/// Returns the height of the key below the board in this area. A low board has none: the room is
/// needed for its blocks.
float board_key_height(const ui::Box& area, float unit);

/// The room of a key.
struct KeyRoom {
  int lines = 1;
  float width = 0.0F;  ///< a line has this width
  float gap = 0.0F;    ///< least space between entries
  float kept = 0.0F;   ///< width at the end of the last line that stays free
  /// Columns are narrow, so that the entries end early and others have room after them.
  bool is_tight = false;
};

/// The places of a key's entries: columns of equal width. A wide entry takes several.
struct KeyGrid {
  int lines = 1;
  int columns = 1;
  float width = 0.0F;           ///< a column has this width
  int columns_of_last = 1;      ///< columns of the last line that entries may take
  std::vector<int> cells = {};  ///< first place of each entry, line by line

  [[nodiscard]] int span_of(float wide) const {
    return static_cast<int>(std::ceil(wide / width - 0.001F));
  }
  /// Returns whether an entry with this number of columns ends in the line where it begins.
  [[nodiscard]] bool has_room(int cell, int span) const;
};

/// Returns the grid with the widest columns in which entries of these widths have places in order;
/// empty: they do not fit.
std::optional<KeyGrid> key_grid(std::span<const float> widths, const KeyRoom& room);

/// Draws the key, and says at its end how many lanes a warp has on a GPU, if those of the play have
/// fewer. Before an audience, and where not all entries have room, only those on the board are
/// explained.
void draw_board_key(const StageView& context, const BoardView& view, const ui::Box& area);

}  // namespace heatwave::stage_room
