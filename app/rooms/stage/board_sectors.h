// Marks the sectors of global memory that the last step touched.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/rooms/stage/board_layout.h"
#include "app/rooms/stage/board_view.h"
#include "app/ui/box.h"
#include "kernels/core/warp_access.h"

namespace heatwave::stage_room {

/// Returns the marks of a sector with the cells from `low` to `high` − 1: its cells, row by row,
/// where these are too small for values, else a frame around those of each row. One that fills
/// whole rows has one frame around all, so that it counts as one.
std::vector<ui::Box> sector_marks(const ArrayPlace& place, std::int64_t low, std::int64_t high,
                                  float unit);

/// Fills the sectors of an array that these actions touch.
void fill_sectors(const BoardPen& pen, const ArrayPlace& place, const stage::ArrayInfo& info,
                  std::span<const stage::Action* const> actions, ImVec4 colour);
/// Frames each of these sectors, where cells are large enough, in the colour of text: the cells
/// have that of the access.
void frame_sectors(const BoardPen& pen, const ArrayPlace& place, const stage::ArrayInfo& info,
                   std::span<const stage::Action* const> actions);
/// Marks below an array with lanes which columns are a sector, and says how many bytes that is.
/// `size`: of the text.
void draw_sector_columns(const BoardPen& pen, const ArrayPlace& place, const stage::ArrayInfo& info,
                         float size);

}  // namespace heatwave::stage_room
