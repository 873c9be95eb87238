// Lays out the stage's board: tries sizes from large to small until everything fits.
#include "app/panels/stage_board_layout.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/stage_board_parts.h"

namespace heatwave::panels {
namespace {

using board_parts::LayoutInput;

// Letters may grow to this many times the body's size, and shrink to it but no further. Cells
// without values shrink on.
struct Level {
  float letters;
  float dense_width;
  float dense_height;
  bool registers;
};
constexpr std::array<Level, 11> kLevels{{{2.0F, 26, 16, true},
                                         {1.8F, 24, 14, true},
                                         {1.6F, 22, 13, true},
                                         {1.45F, 20, 12, true},
                                         {1.3F, 18, 11, true},
                                         {1.15F, 16, 10, true},
                                         {1.0F, 16, 9, true},
                                         {1.0F, 16, 7.5F, true},
                                         {1.0F, 16, 6, true},
                                         {1.0F, 16, 5, true},
                                         {1.0F, 16, 6, false}}};
constexpr float kBody = 19.0F;   // as Dear ImGui counts it: letters on an em of 16
constexpr float kSmall = 16.0F;  // an em of 13.5

BoardSizes sizes_at(const Level& level, float unit) {
  return {.value = kBody * level.letters * unit,
          .small = std::max(kSmall, kBody * level.letters * 0.72F) * unit,
          .label = std::min(kBody * std::max(1.0F, level.letters), 25.0F) * unit,
          .dense_width = level.dense_width * unit,
          .dense_height = level.dense_height * unit,
          .registers = level.registers,
          .unit = unit};
}

/// Arrays above, blocks below in so many columns; or, with a share for the arrays, side by side.
struct Arrangement {
  int columns = 1;
  float arrays_share = 1.0F;
};

struct Attempt {
  std::vector<ArrayPlace> arrays;
  std::vector<BlockPlace> blocks;
  float arrays_height = 0.0F;
  float height = 0.0F;
  float width = 0.0F;
  float columns_width = 0.0F;
  bool feasible = false;
};

void place_blocks(Attempt& attempt, const LayoutInput& in, const Arrangement& how, float left,
                  float top, float room) {
  const float gap = 12 * in.sizes.unit;
  const auto& launch = in.trace.launches[static_cast<std::size_t>(in.launch)];
  const auto columns = static_cast<float>(how.columns);
  const BlockPlace model =
      board_parts::model_block(in, (room - gap * (columns - 1)) / columns);
  attempt.feasible = model.box.width() * columns + gap * (columns - 1) <= room + 0.5F;
  for (int block = 0; block < launch.blocks; ++block) {
    BlockPlace place = board_parts::block_like(in, model, block);
    const auto column = static_cast<float>(block % how.columns);
    const auto row = static_cast<float>(block / how.columns);
    board_parts::move(place, left + column * (model.box.width() + gap),
                      top + row * (model.box.height() + gap));
    attempt.height = std::max(attempt.height, place.box.bottom);
    attempt.width = std::max(attempt.width, place.box.right);
    attempt.blocks.push_back(std::move(place));
  }
  attempt.columns_width = model.box.width() * columns + gap * (columns - 1);
}

Attempt attempt_at(const LayoutInput& in, const Arrangement& how, float width) {
  const float gap = 26 * in.sizes.unit;
  Attempt attempt;
  const bool beside = how.arrays_share < 1.0F;
  const float arrays_width = beside ? width * how.arrays_share - gap / 2 : width;
  attempt.arrays = board_parts::flow_arrays(in, stage::Space::global, -1, arrays_width);
  float arrays_right = 0;
  for (const ArrayPlace& place : attempt.arrays) {
    attempt.arrays_height = std::max(attempt.arrays_height, place.box.bottom);
    arrays_right = std::max(arrays_right, place.box.right);
  }
  attempt.height = attempt.arrays_height;
  attempt.width = arrays_right;
  attempt.feasible = arrays_right <= arrays_width + 0.5F;
  if (in.launch < 0) return attempt;
  const bool arrays_fit = attempt.feasible;
  const float left = beside ? arrays_right + gap : 0;
  const float top = beside || attempt.arrays.empty() ? 0 : attempt.arrays_height + gap;
  place_blocks(attempt, in, how, left, top, width - left);
  attempt.feasible = attempt.feasible && arrays_fit;
  return attempt;
}

/// Of the ways to arrange blocks, the one that is least high; feasible ones first.
Attempt best_at(const LayoutInput& in, float width, bool beside) {
  const int blocks =
      in.launch < 0 ? 1 : in.trace.launches[static_cast<std::size_t>(in.launch)].blocks;
  Attempt best;
  bool any = false;
  for (int columns = std::min(blocks, 8); columns >= 1; --columns) {
    // Rows of blocks are as even as they can be.
    const int rows = (blocks + columns - 1) / columns;
    if ((blocks + rows - 1) / rows != columns) continue;
    for (const float share : {1.0F, 0.5F, 0.36F}) {
      if (share < 1.0F && (!beside || columns > 2)) continue;
      Attempt attempt = attempt_at(in, {columns, share}, width);
      const bool better = !any || (attempt.feasible && !best.feasible) ||
                          (attempt.feasible == best.feasible &&
                           attempt.height < best.height - 0.5F);
      if (better) best = std::move(attempt);
      any = true;
    }
  }
  return best;
}

/// Room that is left over goes between arrays and blocks, where arrows need it, and around all.
void spread(BoardLayout& layout, const Attempt& attempt, const Box& room) {
  const float unit = layout.sizes.unit;
  const float spare = std::max(0.0F, room.height() - attempt.height);
  const bool stacked = !layout.arrays.empty() && !layout.blocks.empty() &&
                       layout.blocks.front().box.top >= attempt.arrays_height;
  const float between = stacked ? std::min(spare * 0.6F, 90 * unit) : 0;
  const float top = room.top + std::min((spare - between) / 2, 60 * unit);
  const float indent = std::max(0.0F, room.width() - attempt.width) / 2;
  float blocks_left = indent;
  float arrays_left = indent;
  if (stacked) {
    float arrays_right = 0;
    for (const ArrayPlace& place : layout.arrays) {
      arrays_right = std::max(arrays_right, place.box.right);
    }
    blocks_left = (room.width() - attempt.columns_width) / 2;
    arrays_left = (room.width() - arrays_right) / 2;
  }
  for (ArrayPlace& place : layout.arrays) board_parts::move(place, room.left + arrays_left, top);
  for (BlockPlace& place : layout.blocks) {
    board_parts::move(place, room.left + blocks_left, top + between);
  }
  layout.box = {room.left, room.top, room.right, top + between + attempt.height};
}

}  // namespace

const ArrayPlace* BoardLayout::place_of_array(int array) const {
  for (const ArrayPlace& place : arrays) {
    if (place.array == array) return &place;
  }
  for (const BlockPlace& block : blocks) {
    for (const ArrayPlace& place : block.shared) {
      if (place.array == array) return &place;
    }
  }
  return nullptr;
}

const ThreadPlace* BoardLayout::place_of_thread(int thread) const {
  if (blocks.empty()) return nullptr;
  // Blocks are alike, and hold threads one after the other.
  const int in_block = static_cast<int>(blocks.front().threads.size());
  const int number = thread - blocks.front().threads.front().thread;
  if (number < 0 || number >= in_block * static_cast<int>(blocks.size())) return nullptr;
  return &blocks[static_cast<std::size_t>(number / in_block)]
              .threads[static_cast<std::size_t>(number % in_block)];
}

BoardLayout lay_out_board(const stage::Trace& trace, int launch, const Box& room, float unit) {
  const BoardFacts facts = board_facts(trace);
  BoardLayout layout{.launch = launch, .locals = facts.locals};
  const auto at_level = [&](const Level& level) {
    layout.sizes = sizes_at(level, unit);
    const LayoutInput in{trace, facts, launch, layout.sizes};
    return best_at(in, room.width(), room.width() > 1.4F * room.height());
  };
  Attempt attempt;
  bool fits = false;
  for (const Level& level : kLevels) {
    attempt = at_level(level);
    fits = attempt.feasible && attempt.height <= room.height();
    if (fits) break;
  }
  // Rather scroll than do without registers.
  if (!fits) attempt = at_level(kLevels[kLevels.size() - 3]);
  layout.arrays = std::move(attempt.arrays);
  layout.blocks = std::move(attempt.blocks);
  spread(layout, attempt, room);
  return layout;
}

}  // namespace heatwave::panels
