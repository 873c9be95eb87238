// Finds ways around words and cards for the arrows of a board.
#include "app/rooms/stage/board_arrows.h"

#include <algorithm>
#include <utility>

#include "app/ui/box.h"

namespace heatwave::stage_room {

std::vector<ui::Box> words_above(const BoardView& view, int thread) {
  const BlockPlace* block = view.layout.block_of_thread(thread);
  if (block == nullptr || block->folded) return {};
  std::vector<ui::Box> words{title_box(view, *block)};
  for (std::size_t warp = 0; warp < block->titles.size(); ++warp) {
    words.push_back(warp_title_box(view, *block, warp));
  }
  return words;
}

namespace {

ui::Box with_tag(const BoardView& view, const ThreadPlace& place) {
  ui::Box box = view.card_of(place);
  const stage::Action* action = view.action_of(place.thread);
  if (action != nullptr && access_has_tag(view, box, *action)) box.top -= view.layout.sizes.tag();
  return box;
}

/// Adds the numbers of the launch to the arrays, from top to bottom, as one cell that arrows pass.
void pass_scalars(const BoardView& view, std::vector<ArrayPlace>& arrays,
                  std::vector<ui::Box>& names) {
  const ui::Box& words = view.layout.scalars;
  if (words.width() <= 0) return;
  const ui::Box box = grown(words, 4 * view.pen.unit());
  const auto below = std::find_if(arrays.begin(), arrays.end(), [&](const ArrayPlace& array) {
    return array.cells.top > box.top;
  });
  names.insert(names.begin() + (below - arrays.begin()), ui::Box{});
  arrays.insert(below, {.size = 1,
                        .box = box,
                        .heading = {box.left, box.top, box.right, box.top},
                        .cells = box,
                        .cell_width = box.width(),
                        .cell_height = box.height(),
                        .row_pitch = box.height()});
}

/// Returns the upper edge of the room for arrows above a block: below the row of folded blocks, if
/// that stands there.
float top_for_arrows(const BoardView& view, const BlockPlace* block) {
  constexpr float kClearOfRow = 8;
  float top = ImGui::GetWindowPos().y;
  for (const BlockPlace& folded : view.layout.folded) {
    const bool is_above = block != nullptr && folded.box.height() > 0 &&
                          folded.box.bottom <= block->box.top && folded.box.right > block->box.left;
    if (is_above) top = std::max(top, folded.box.bottom + kClearOfRow * view.pen.unit());
  }
  return top;
}

/// Returns whether an arrow from the cell to the thread begins at the cell's lower edge.
bool leaves_below(const BoardView& view, const ui::Box& cell, const ThreadPlace& thread) {
  constexpr float kClear = 40;
  return view.card_of(thread).top > cell.bottom + kClear * view.pen.unit();
}

}  // namespace

Arrow arrow_to_thread(const BoardView& view, const Ends& ends, std::int64_t index,
                      const ArrowWay& way) {
  ui::Box cell = grown(ends.array->cell(index), way.rim);
  if (leaves_below(view, cell, *ends.thread)) {
    cell = {cell.left + way.from * cell.width(), cell.top, cell.left + way.to * cell.width(),
            cell.bottom};
  }
  std::vector<ui::Box> others;
  std::vector<ui::Box> blocks;
  for (const BlockPlace& block : view.layout.blocks) {
    if (!block.folded) blocks.push_back(block.box);
    for (const ThreadPlace& place : block.threads) {
      if (place.thread != ends.thread->thread) others.push_back(view.card_of(place));
    }
  }
  std::vector<ArrayPlace> arrays = view.layout.arrays;
  std::vector<ui::Box> names;
  for (const ArrayPlace& array : arrays) names.push_back(name_box(view, array));
  pass_scalars(view, arrays, names);
  const float u = view.pen.unit();
  const float widest = std::min(cell.width(), cell.height()) / 4;
  const float shift = std::clamp(way.shift * u, -widest, widest);
  Curve curve = shifted(curve_out_of(*ends.array, cell, with_tag(view, *ends.thread), u), shift);
  std::vector<Curve> first = legs_below_row(*ends.array, cell, shift, u, curve);
  const BlockPlace* block = view.layout.block_of_thread(ends.thread->thread);
  return around_words_and_cards(curve, {.card = view.card_of(*ends.thread),
                                        .block = block == nullptr ? ui::Box{} : block->box,
                                        .others = others,
                                        .blocks = blocks,
                                        .arrays = arrays,
                                        .top = top_for_arrows(view, block),
                                        .unit = u,
                                        .titles = way.titles,
                                        .names = names,
                                        .shift = shift})
      .after(std::move(first));
}

}  // namespace heatwave::stage_room
