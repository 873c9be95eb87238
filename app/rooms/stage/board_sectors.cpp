// Finds the cells of each touched sector, which may continue in the next row.
#include "app/rooms/stage/board_sectors.h"

#include <algorithm>
#include <set>

namespace heatwave::stage_room {
namespace {

// Distances of a sector's frame from its cells, in units.
constexpr float kAboveCells = 1.0F;
constexpr float kBelowCells = 4.0F;

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
  const bool fills_rows =
      low % place.per_row == 0 && (high % place.per_row == 0 || high == place.size);
  if (fills_rows) rows = {rows.front().around(rows.back())};
  // Frames side by side keep apart, and the indices are above them.
  for (ui::Box& row : rows) {
    row = {row.left + 1 * unit, row.top - kAboveCells * unit, row.right - 1 * unit,
           row.bottom + kBelowCells * unit};
  }
  return rows;
}

void draw_sectors(const BoardPen& pen, const ArrayPlace& place, const stage::ArrayInfo& info,
                  std::span<const stage::Action* const> actions, ImVec4 colour) {
  std::set<std::int64_t> sectors;
  for (const stage::Action* action : actions) {
    sectors.insert((info.address + core::kWordBytes * action->index) / core::kSectorBytes);
  }
  for (const std::int64_t sector : sectors) {
    const std::int64_t begin = (sector * core::kSectorBytes - info.address) / core::kWordBytes;
    const std::int64_t low = std::max<std::int64_t>(begin, 0);
    const std::int64_t high = std::min<std::int64_t>(begin + kSectorCells, place.size);
    for (const ui::Box& mark : sector_marks(place, low, high, pen.unit())) {
      pen.fill(mark, ui::with_alpha(colour, place.values ? 0.12F : 0.42F));
      if (place.values) pen.frame(mark, colour, 2 * pen.unit(), 3 * pen.unit());
    }
  }
}

}  // namespace heatwave::stage_room
