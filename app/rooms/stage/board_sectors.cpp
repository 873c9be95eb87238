// Finds the cells of each touched sector, which may continue in the next row.
#include "app/rooms/stage/board_sectors.h"

#include <algorithm>
#include <set>
#include <string>

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

namespace {

/// Returns the marks of the sectors that the actions touch.
std::vector<ui::Box> touched_marks(const ArrayPlace& place, const stage::ArrayInfo& info,
                                   std::span<const stage::Action* const> actions, float unit) {
  std::set<std::int64_t> sectors;
  for (const stage::Action* action : actions) {
    sectors.insert((info.address + core::kWordBytes * action->index) / core::kSectorBytes);
  }
  std::vector<ui::Box> all;
  for (const std::int64_t sector : sectors) {
    const std::int64_t begin = (sector * core::kSectorBytes - info.address) / core::kWordBytes;
    const std::int64_t low = std::max<std::int64_t>(begin, 0);
    const std::int64_t high = std::min<std::int64_t>(begin + kSectorCells, place.size);
    const std::vector<ui::Box> marks = sector_marks(place, low, high, unit);
    all.insert(all.end(), marks.begin(), marks.end());
  }
  return all;
}

}  // namespace

void fill_sectors(const BoardPen& pen, const ArrayPlace& place, const stage::ArrayInfo& info,
                  std::span<const stage::Action* const> actions, ImVec4 colour) {
  for (const ui::Box& mark : touched_marks(place, info, actions, pen.unit())) {
    pen.fill(mark, ui::with_alpha(colour, place.values ? 0.12F : 0.42F));
  }
}

void frame_sectors(const BoardPen& pen, const ArrayPlace& place, const stage::ArrayInfo& info,
                   std::span<const stage::Action* const> actions) {
  const float u = pen.unit();
  for (const ui::Box& mark : touched_marks(place, info, actions, u)) {
    const bool has_size = place.values || std::min(mark.width(), mark.height()) >= 10 * u;
    if (has_size) pen.frame(mark, pen.theme().text, 2 * u, 3 * u);
  }
}

void draw_sector_columns(const BoardPen& pen, const ArrayPlace& place, const stage::ArrayInfo& info,
                         float size) {
  if (!has_sector_columns(place) || info.address % core::kSectorBytes != 0) return;
  const float u = pen.unit();
  const float y = place.cells.bottom + 4 * u;
  const float width = place.cell_width * kSectorCells;
  const ImVec4 ink = pen.theme().text;
  for (int column = 0; column < place.per_row; column += kSectorCells) {
    const float left = place.cells.left + static_cast<float>(column) * place.cell_width + 2 * u;
    const float right = left + width - 4 * u;
    pen.line({left, y}, {right, y}, ink, 2 * u);
    for (const float x : {left, right}) pen.line({x, y - 4 * u}, {x, y + 1 * u}, ink, 2 * u);
    const std::string bytes = std::to_string(core::kSectorBytes) + " bytes";
    const std::string in_full = "sector: " + bytes;
    const bool fits = pen.sized_width(in_full, size, true) <= right - left;
    pen.sized((left + right) / 2, y + 1 * u + size / 2, fits ? in_full : bytes, size, ink,
              ui::Align::centre, true);
  }
}

}  // namespace heatwave::stage_room
