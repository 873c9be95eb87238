// Finds the cells of each touched sector, which may continue in the next row.
#include "app/rooms/stage/board_sectors.h"

#include <algorithm>
#include <set>

namespace heatwave::stage_room {
namespace {

/// Returns a box around the cells of each row from `low` to `high` − 1.
std::vector<ui::Box> rows_of_cells(const ArrayPlace& place, std::int64_t low, std::int64_t high) {
  std::vector<ui::Box> rows;
  for (std::int64_t first = low; first < high;) {
    const std::int64_t end = std::min(high, (first / place.per_row + 1) * place.per_row);
    const ui::Box from = place.cell(first);
    rows.push_back({from.left, from.top, place.cell(end - 1).right, from.bottom});
    first = end;
  }
  return rows;
}

}  // namespace

std::vector<ui::Box> sector_marks(const ArrayPlace& place, std::int64_t low, std::int64_t high,
                                  float unit) {
  std::vector<ui::Box> rows = rows_of_cells(place, low, high);
  if (!place.values || rows.empty()) return rows;
  const bool has_bracket = high - low > place.per_row && low % place.per_row == 0;
  const auto bar_below = [unit](const ui::Box& row) {
    return ui::Box{row.left + 1 * unit, row.bottom + 1.5F * unit, row.right - 1 * unit,
                   row.bottom + 5 * unit};
  };
  if (!has_bracket) {
    std::transform(rows.begin(), rows.end(), rows.begin(), bar_below);
    return rows;
  }
  const float thick = 2.5F * unit;
  const float spine = place.cells.left - 4 * unit;
  const float top = rows.front().top;
  ui::Box bar = bar_below(rows.back());
  bar.left = spine;
  return {
      bar, {spine, top, spine + thick, bar.bottom}, {spine, top, place.cells.left, top + thick}};
}

void draw_sectors(const BoardPen& pen, const ArrayPlace& place, const stage::ArrayInfo& info,
                  std::span<const stage::Action* const> actions, ImVec4 colour) {
  std::set<std::int64_t> sectors;
  for (const stage::Action* action : actions) {
    sectors.insert((info.address + core::kWordBytes * action->index) / core::kSectorBytes);
  }
  const ImVec4 ink = place.values ? colour : ui::with_alpha(colour, 0.42F);
  const float rounding = place.values ? 1 * pen.unit() : 0.0F;
  for (const std::int64_t sector : sectors) {
    const std::int64_t begin = (sector * core::kSectorBytes - info.address) / core::kWordBytes;
    const std::int64_t low = std::max<std::int64_t>(begin, 0);
    const std::int64_t high = std::min<std::int64_t>(begin + kSectorCells, place.size);
    for (const ui::Box& mark : sector_marks(place, low, high, pen.unit())) {
      pen.fill(mark, ink, rounding);
    }
  }
}

}  // namespace heatwave::stage_room
