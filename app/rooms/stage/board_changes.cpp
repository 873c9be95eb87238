// Draws a variable that another line than the step's has set: its old value and its new one.
#include "app/rooms/stage/board_changes.h"

#include <algorithm>
#include <string>

namespace heatwave::stage_room {
namespace {

/// Returns the size of an old value, which is smaller than the new one beside it.
float old_size(const BoardPen& pen, float size) {
  return std::max(pen.legible(), kOldValue * size);
}

/// Returns the width of "12 → 16"; 0: the variable was not set before.
float width_of_change(const BoardPen& pen, const stage::Change& change, float size) {
  const auto& [before, after] = change.local();
  if (!before.is_set) return 0.0F;
  return pen.sized_width(board_value(before.value), old_size(pen, size)) + kChangeSign * size +
         pen.sized_width(board_value(after.value), size);
}

/// Returns the width of the open cards; 0: there are none.
float card_width(const BoardView& view) {
  for (const BlockPlace& block : view.layout.blocks) {
    if (!block.folded && !block.threads.empty()) return block.threads.front().card.width();
  }
  return 0.0F;
}

}  // namespace

const stage::Change* change_of(const BoardView& view, int thread, std::size_t local) {
  if (view.last == nullptr) return nullptr;
  const auto& changes = view.last->changes;
  const auto found = std::find_if(changes.begin(), changes.end(), [&](const auto& change) {
    return change.kind() == stage::Change::Kind::local && change.thread == thread &&
           change.index == static_cast<std::int64_t>(local);
  });
  return found == changes.end() ? nullptr : &*found;
}

bool is_set_after(const BoardView& view, const stage::Change& change) {
  return change.kind() == stage::Change::Kind::local && change.local().after.is_set &&
         change.local().after.line != view.last->actions.front().line;
}

float size_of_changes(const BoardView& view) {
  if (view.last == nullptr) return 0.0F;
  const BoardPen& pen = view.pen;
  constexpr float kTouch = 1.0F;  // the layout knows widths of text only approximately
  const float room =
      card_width(view) + (kTouch - 2 * (kBesideChange + kInFrameOfChange)) * pen.unit();
  const auto widest_at = [&](float size) {
    float widest = 0.0F;
    for (const stage::Change& change : view.last->changes) {
      if (is_set_after(view, change)) widest = std::max(widest, width_of_change(pen, change, size));
    }
    return widest;
  };
  constexpr float kSmaller = 0.95F;
  float size = view.layout.sizes.value;
  float widest = widest_at(size);
  while (widest > room && size > pen.legible()) {
    size = std::max(pen.legible(), kSmaller * size);
    widest = widest_at(size);
  }
  return widest > 0 && widest <= room ? size : 0.0F;
}

void draw_value_set_after(const BoardView& view, const ui::Box& row, const stage::Change& change,
                          float size) {
  const BoardPen& pen = view.pen;
  const float u = pen.unit();
  const ui::Theme& theme = pen.theme();
  pen.frame(row, ui::with_alpha(theme.accent, 0.7F), 1.5F * u, 3 * u);
  const std::string after = board_value(change.local().after.value);
  const float y = middle(row).y;
  const float width = size > 0 ? width_of_change(pen, change, size) : 0.0F;
  if (width <= 0) {
    return pen.sized(middle(row).x, y, after, view.layout.sizes.value, theme.accent,
                     ui::Align::centre, false, row.width() - 1 * u);
  }
  const std::string before = board_value(change.local().before.value);
  const float old = old_size(pen, size);
  const float left = middle(row).x - width / 2;
  pen.sized(left, y, before, old, theme.dim);
  const float gap = 0.08F * size;
  const float from = left + pen.sized_width(before, old) + gap;
  const float head = 0.26F * size;
  const float tip = from + kChangeSign * size - 2 * gap;
  pen.line({from, y}, {tip - head, y}, theme.dim, 1.5F * u);
  pen.list().AddTriangleFilled({tip - head, y - head * 0.8F}, {tip - head, y + head * 0.8F},
                               {tip, y}, ui::packed_colour(theme.dim));
  pen.sized(tip + gap, y, after, size, theme.accent);
}

}  // namespace heatwave::stage_room
