// Lays out the board: tries sizes from large to small until everything fits.
#include "app/rooms/stage/board_layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "app/rooms/stage/board_parts.h"
#include "app/rooms/stage/board_scalars.h"

namespace heatwave::stage_room {
namespace {

using board_parts::LayoutInput;

// Text may grow to this multiple of the body size, but does not shrink below the body size; cells
// without values shrink further.
struct Level {
  float letters;
  float dense_width;
  float dense_height;
  bool registers = true;
  bool tight = false;
  bool words_below_lanes = true;
};
constexpr std::array<Level, 15> kLevels{{{2.0F, 26, 16},
                                         {1.8F, 24, 14},
                                         {1.6F, 22, 13},
                                         {1.45F, 20, 12},
                                         {1.3F, 18, 11},
                                         {1.15F, 16, 10},
                                         {1.0F, 16, 9},
                                         {1.0F, 16, 7.5F},
                                         {1.0F, 16, 7.5F, true, true},
                                         {1.0F, 16, 6, true, true},
                                         {1.0F, 16, 5, true, true},
                                         {1.0F, 7, 5, true, true},
                                         {1.0F, 16, 5, false, true},
                                         {1.0F, 7, 5, false, true},
                                         {1.0F, 7, 5, false, true, false}}};
/// Text below the size of body text, for a room that is presented: there body text is larger than
/// the last row needs.
constexpr std::array<float, 6> kSmallLetters{0.95F, 0.9F, 0.84F, 0.77F, 0.7F, 0.625F};
constexpr float kBody = 19.0F;  // Dear ImGui's font size for an em of 16

BoardSizes sizes_at(const Level& level, float unit) {
  const float least = std::min(1.0F, level.letters);
  return {.value = kBody * level.letters * unit,
          .small = kBody * std::max(least, level.letters * 0.72F) * unit,
          .label = std::min(kBody * level.letters, 25.0F) * unit,
          .dense_width = level.dense_width * unit,
          .dense_height = level.dense_height * unit,
          .registers = level.registers,
          .tight = level.tight,
          .words_below_lanes = level.words_below_lanes,
          .unit = unit};
}

/// Arrays above and blocks below in `columns` columns; with a share below 1 for the arrays, side by
/// side.
struct Arrangement {
  int columns = 1;
  float arrays_share = 1.0F;
  bool folded = false;           ///< one block is open
  bool has_row = false;          ///< where one is open, all stand folded in a row
  bool row_above_block = false;  ///< beside the arrays: the row stands above the open block
};

struct Attempt {
  Arrangement how;
  std::vector<ArrayPlace> arrays;
  ui::Box scalars;
  BlockPlace model;                ///< all blocks have this shape
  std::vector<BlockPlace> folded;  ///< empty: all blocks are open
  ImVec2 first{};                  ///< position of the first block
  float gap = 0.0F;                ///< distance between blocks
  float arrays_height = 0.0F;
  float height = 0.0F;
  float width = 0.0F;
  float columns_width = 0.0F;
  float dense_width = 1e6F;  ///< width of the narrowest cells without values
  bool feasible = false;
};

bool has_large_text(const LayoutInput& in) {
  return in.sizes.value >= 1.1F * kBody * in.sizes.unit;
}

/// True if a short array with large text wraps into several rows.
bool wraps_needlessly(const LayoutInput& in, const ArrayPlace& array) {
  constexpr int kFewCells = 8;
  return has_large_text(in) && !array.grid && array.size <= kFewCells && array.rows() > 1;
}

/// True if a few lanes with large text wrap into several rows.
bool wraps_needlessly(const LayoutInput& in, const BlockPlace& model) {
  constexpr int kFewLanes = 8;
  if (!has_large_text(in)) return false;
  for (const ThreadPlace& place : model.threads) {
    const auto& info = in.trace.threads[static_cast<std::size_t>(place.thread)];
    const bool below = info.warp == 0 && place.card.top > model.threads.front().card.top;
    if (below && info.lane < kFewLanes) return true;
  }
  return false;
}

void try_blocks(Attempt& attempt, const LayoutInput& in, ImVec2 first, float room) {
  const float gap = 12 * in.sizes.unit;
  const int blocks =
      attempt.how.folded ? 1 : in.trace.launches[static_cast<std::size_t>(in.launch)].blocks;
  const auto columns = static_cast<float>(attempt.how.columns);
  const int lines = (blocks + attempt.how.columns - 1) / attempt.how.columns;
  const auto rows = static_cast<float>(lines);
  attempt.first = first;
  attempt.gap = gap;
  attempt.model = board_parts::model_block(in, (room - gap * (columns - 1)) / columns);
  const ui::Box& box = attempt.model.box;
  attempt.columns_width = box.width() * columns + gap * (columns - 1);
  attempt.height = std::max(attempt.height, first.y + box.height() * rows + gap * (rows - 1));
  attempt.width = std::max(attempt.width, first.x + attempt.columns_width);
  attempt.feasible = attempt.columns_width <= room + 0.5F && !wraps_needlessly(in, attempt.model);
}

std::vector<BlockPlace> blocks_of(const LayoutInput& in, const Attempt& attempt) {
  std::vector<BlockPlace> blocks;
  const int count = in.trace.launches[static_cast<std::size_t>(in.launch)].blocks;
  for (int block = 0; block < count; ++block) {
    const auto column = static_cast<float>(block % attempt.how.columns);
    const int line = block / attempt.how.columns;
    const auto row = static_cast<float>(line);
    const ui::Box& box = attempt.model.box;
    blocks.push_back(board_parts::block_like(in, attempt.model, block));
    if (attempt.how.folded) {
      board_parts::move(blocks.back(), attempt.first.x, attempt.first.y);
      continue;
    }
    board_parts::move(blocks.back(), attempt.first.x + column * (box.width() + attempt.gap),
                      attempt.first.y + row * (box.height() + attempt.gap));
  }
  return blocks;
}

/// True if an array stands below a mutex, whose arrows come from below.
bool mutex_is_covered(const LayoutInput& in, const std::vector<ArrayPlace>& arrays) {
  return std::any_of(arrays.begin(), arrays.end(), [&](const ArrayPlace& mutex) {
    if (!in.trace.arrays[static_cast<std::size_t>(mutex.array)].is_mutex) return false;
    return std::any_of(arrays.begin(), arrays.end(), [&](const ArrayPlace& other) {
      return other.box.top >= mutex.box.bottom && other.box.left < mutex.cells.right;
    });
  });
}

float arrays_end(const std::vector<ArrayPlace>& arrays) {
  float right = 0;
  for (const ArrayPlace& place : arrays) right = std::max(right, place.box.right);
  return right;
}

/// Least height between the row of folded blocks and the open one, where arrows pass clear of both.
constexpr float kPassageOverBlock = 20;

Attempt attempt_at(const LayoutInput& in, const Arrangement& how, float width) {
  // The arrows of a circle have words, above the blocks and below them.
  const float word = in.facts.circle ? 1.2F * in.sizes.label : 0.0F;
  const float gap = (in.sizes.tight ? 18 : 26) * in.sizes.unit + word;
  Attempt attempt{.how = how};
  const bool beside = how.arrays_share < 1.0F;
  const float arrays_width = beside ? width * how.arrays_share - gap / 2 : width;
  attempt.arrays = board_parts::flow_arrays(in, stage::Space::global, -1, arrays_width);
  // Beside the blocks the numbers should take no width of theirs.
  const float free_width = beside ? arrays_end(attempt.arrays) : arrays_width;
  attempt.scalars = place_scalars(in, attempt.arrays, free_width, arrays_width);
  float arrays_right = attempt.scalars.right;
  attempt.arrays_height = attempt.scalars.bottom;
  bool narrow = false;
  bool wraps = false;
  for (const ArrayPlace& place : attempt.arrays) {
    attempt.arrays_height = std::max(attempt.arrays_height, place.box.bottom);
    arrays_right = std::max(arrays_right, place.box.right);
    narrow = narrow || place.narrow;
    wraps = wraps || wraps_needlessly(in, place);
    if (!place.values) attempt.dense_width = std::min(attempt.dense_width, place.cell_width);
  }
  attempt.height = attempt.arrays_height;
  attempt.width = arrays_right;
  attempt.feasible = arrays_right <= arrays_width + 0.5F && !narrow && !wraps &&
                     !(in.facts.circle && mutex_is_covered(in, attempt.arrays));
  if (in.launch < 0) return attempt;
  const bool arrays_fit = attempt.feasible;
  float top = beside || attempt.arrays.empty() ? 0 : attempt.arrays_height + gap;
  if (how.folded) {
    const float row_width = how.row_above_block ? width - arrays_right - gap
                            : beside            ? arrays_width
                                                : width;
    attempt.folded = board_parts::folded_blocks(in, row_width);
    if (!how.has_row) board_parts::hide(attempt.folded);
    const bool is_below = !attempt.arrays.empty() && how.has_row && !how.row_above_block;
    const float x = how.row_above_block ? arrays_right + gap : 0;
    const float y = is_below ? attempt.arrays_height + gap / 2 : 0;
    for (BlockPlace& place : attempt.folded) {
      board_parts::move(place, x, y);
      attempt.height = std::max(attempt.height, place.box.bottom);
      if (how.row_above_block) {
        top =
            std::max(top, place.box.bottom + std::max(gap / 2, kPassageOverBlock * in.sizes.unit));
        attempt.width = std::max(attempt.width, place.box.right);
      } else if (beside) {
        arrays_right = std::max(arrays_right, place.box.right);
      }
    }
    if (!beside && how.has_row) top = attempt.height + gap / 2;
  }
  const float left = beside ? arrays_right + gap : 0;
  try_blocks(attempt, in, {left, top}, width - left);
  if (in.facts.circle) attempt.height += 20 * in.sizes.unit + word / 2;
  attempt.feasible = attempt.feasible && arrays_fit;
  return attempt;
}

/// Returns the possible numbers of columns for blocks, largest first; only those with even rows.
std::vector<int> possible_columns(int blocks) {
  std::vector<int> all;
  for (int columns = std::min(blocks, 8); columns >= 1; --columns) {
    const int rows = (blocks + columns - 1) / columns;
    if ((blocks + rows - 1) / rows == columns) all.push_back(columns);
  }
  return all;
}

int blocks_in(const LayoutInput& in) {
  return in.launch < 0 ? 1 : in.trace.launches[static_cast<std::size_t>(in.launch)].blocks;
}

constexpr std::array<float, 5> kShares{1.0F, 0.5F, 0.42F, 0.36F, 0.3F};
/// With one open block, the arrays have the row of folded blocks beside them, too.
constexpr std::array<float, 7> kFoldedShares{1.0F, 0.6F, 0.55F, 0.5F, 0.42F, 0.36F, 0.3F};

/// Returns the lowest arrangement with one open block that fits, with or without the row of folded
/// ones; empty: none fits.
std::optional<Attempt> folded_at(const LayoutInput& in, const ui::Box& room, bool may_stand_beside,
                                 bool has_row) {
  std::optional<Attempt> best;
  const bool folds = blocks_in(in) > 1;
  for (const float share : kFoldedShares) {
    if (share < 1.0F && !may_stand_beside) break;
    for (const bool above : {false, true}) {
      if (above && (share == 1.0F || !folds || !has_row)) continue;
      Attempt attempt = attempt_at(
          in,
          {.arrays_share = share, .folded = folds, .has_row = has_row, .row_above_block = above},
          room.width());
      if (!attempt.feasible || attempt.height > room.height()) continue;
      if (attempt.width > room.width() + 0.5F) continue;
      if (!best || attempt.height < best->height - 0.5F) best = std::move(attempt);
    }
  }
  return best;
}

/// Returns the arrangement with the smallest height: of the feasible ones, or of all if none is
/// feasible.
Attempt best_at(const LayoutInput& in, float width, bool may_stand_beside) {
  constexpr int kFewBlocks = 3;
  constexpr float kWide = 1.4F;  // minimum ratio of width to height for arrays beside blocks
  const int blocks = blocks_in(in);
  Attempt best;
  bool any = false;
  float widest = 0;  // width of cells without values if arrays take the whole width
  for (const int columns : possible_columns(blocks)) {
    // With large text, do not stack a few blocks: the arrows would run behind them.
    const bool in_the_way =
        columns < blocks && blocks <= kFewBlocks && in.sizes.value > 1.2F * kBody * in.sizes.unit;
    for (const float share : kShares) {
      const bool beside = share < 1.0F;
      if (beside ? !may_stand_beside || columns > 2 : in_the_way) continue;
      Attempt attempt = attempt_at(in, {columns, share}, width);
      if (!beside) widest = std::max(widest, attempt.dense_width);
      if (attempt.dense_width < widest - 0.05F) continue;  // the cells would be smaller
      if (beside && width < kWide * attempt.height) continue;
      const bool better =
          !any || (attempt.feasible && !best.feasible) ||
          (attempt.feasible == best.feasible && attempt.height < best.height - 0.5F);
      if (better) best = std::move(attempt);
      any = true;
    }
  }
  return best;
}

/// Distributes spare room between arrays and blocks, where arrows need it, and around all.
void distribute_spare_room(BoardLayout& layout, const Attempt& attempt, const ui::Box& room) {
  const float unit = layout.sizes.unit;
  const float spare = std::max(0.0F, room.height() - attempt.height);
  const bool stacked =
      !layout.arrays.empty() && !layout.blocks.empty() && attempt.how.arrays_share == 1.0F;
  const float between = stacked ? std::min(spare * 0.6F, 90 * unit) : 0;
  const float folded_between = stacked ? between / 2 : 0;
  const float top = room.top + (spare - between) / 2;
  const float indent = std::max(0.0F, room.width() - attempt.width) / 2;
  float blocks_left = indent;
  float arrays_left = indent;
  if (stacked) {
    const float arrays_right = std::max(attempt.scalars.right, arrays_end(layout.arrays));
    blocks_left = (room.width() - attempt.columns_width) / 2;
    arrays_left = (room.width() - arrays_right) / 2;
  }
  for (ArrayPlace& place : layout.arrays) board_parts::move(place, room.left + arrays_left, top);
  layout.scalars = board_parts::moved(attempt.scalars, room.left + arrays_left, top);
  for (BlockPlace& place : layout.blocks) {
    board_parts::move(place, room.left + blocks_left, top + between);
  }
  layout.folded = attempt.folded;
  float folded_right = 0;
  for (const BlockPlace& place : layout.folded) {
    folded_right = std::max(folded_right, place.box.right);
  }
  const float folded_left = stacked ? (room.width() - folded_right) / 2 : arrays_left;
  for (BlockPlace& place : layout.folded) {
    board_parts::move(place, room.left + folded_left, top + folded_between);
  }
  layout.box = {room.left, room.top, room.right, top + between + attempt.height};
}

}  // namespace

bool BoardLayout::fits(const ui::Box& room) const {
  constexpr float kTouch = 0.5F;
  return box.bottom <= room.bottom + kTouch;
}

void BoardLayout::open(int block) {
  for (std::size_t i = 0; i < folded.size(); ++i) {
    if (static_cast<int>(i) != block) blocks[i] = folded[i];
  }
}

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

const BlockPlace* BoardLayout::block_of_thread(int thread) const {
  if (blocks.empty()) return nullptr;
  // All blocks have the same number of threads, numbered in sequence.
  const int in_block = static_cast<int>(blocks.front().threads.size());
  const int number = thread - blocks.front().threads.front().thread;
  if (number < 0 || number >= in_block * static_cast<int>(blocks.size())) return nullptr;
  return &blocks[static_cast<std::size_t>(number / in_block)];
}

const ThreadPlace* BoardLayout::place_of_thread(int thread) const {
  const BlockPlace* block = block_of_thread(thread);
  if (block == nullptr) return nullptr;
  return &block->threads[static_cast<std::size_t>(thread - block->threads.front().thread)];
}

namespace {

/// Returns the room's width and smaller ones, so that a larger room never shows smaller text than a
/// small one.
std::vector<float> widths_within(float width, float unit) {
  constexpr float kStep = 20;
  constexpr float kLeast = 440;
  std::vector<float> widths;
  for (int steps = static_cast<int>(width / (kStep * unit));
       static_cast<float>(steps) * kStep >= kLeast; --steps) {
    widths.push_back(static_cast<float>(steps) * kStep * unit);
  }
  if (widths.empty()) widths.push_back(width);
  return widths;
}

/// Searches the largest sizes that fit a launch into a room.
class Search {
 public:
  Search(const stage::Trace& trace, const BoardFacts& facts, int launch, const ui::Box& room,
         float unit, float least)
      : in_{trace, facts, launch, {}},
        room_(room),
        unit_(unit),
        least_(least),
        widths_(widths_within(room.width(), unit)) {}

  void run() {
    // Arrays above the blocks leave room for arrows. They stand beside the blocks only if
    // everything can be larger that way, and never with a mutex, whose waiting circle needs the
    // room.
    const auto& arrays = in_.trace.arrays;
    const bool mutex = std::any_of(arrays.begin(), arrays.end(),
                                   [](const stage::ArrayInfo& info) { return info.is_mutex; });
    try_levels(!mutex);
    // Prefers smaller text to folded blocks, and folded blocks to omitting registers.
    Level smaller = *std::find_if(kLevels.rbegin(), kLevels.rend(),
                                  [](const Level& level) { return level.registers; });
    smaller.words_below_lanes = false;
    for (const float letters : kSmallLetters) {
      smaller.letters = letters;
      if (letters >= least_) try_level(smaller, !mutex);
    }
    // The row of folded blocks, which shows that there are others, is worth smaller text, too, and
    // a board that is smaller as a whole; a single block has none.
    const float usual = unit_;
    // An audience reads the row only in letters that reach the last row.
    const float least_with_row = least_ < 1.0F ? std::max(1.0F, usual * least_) : 1.0F;
    for (const bool has_row : {true, false}) {
      unit_ = usual;
      smaller.letters = 1.0F;
      try_folded(smaller, !mutex, has_row);
      for (const float letters : kSmallLetters) {
        if (letters < least_) break;
        smaller.letters = letters;
        try_folded(smaller, !mutex, has_row);
      }
      // A board that would be cut becomes smaller as a whole, down to an interface at scale 1; it
      // omits registers only where an audience could not read it otherwise.
      smaller.letters = 1.0F;
      shrink(smaller, !mutex, has_row, least_with_row);
      const float shrunk = std::exchange(unit_, usual);
      try_folded(kLevels.back(), !mutex, has_row);
      if (done_) break;
      unit_ = shrunk;
      if (!has_row) shrink(smaller, !mutex, has_row, 1.0F);
    }
    if (done_) return;
    in_.sizes = sizes_at(smaller, unit_);
    attempt_ = best_at(in_, room_.width(), false);
  }

  [[nodiscard]] const LayoutInput& input() const { return in_; }
  [[nodiscard]] const Attempt& found() const { return attempt_; }

 private:
  void try_levels(bool may_stand_beside) {
    // Only boards with many threads may omit registers: the arrays show what their threads hold.
    constexpr int kManyThreads = 16;
    const auto& launches = in_.trace.launches;
    const bool many =
        in_.launch >= 0 && launches[static_cast<std::size_t>(in_.launch)].threads >= kManyThreads;
    for (const Level& level : kLevels) {
      if (!level.registers && !many) continue;
      try_level(level, may_stand_beside);
    }
  }

  void try_level(const Level& level, bool may_stand_beside) {
    if (done_) return;
    in_.sizes = sizes_at(level, unit_);
    for (const bool beside : {false, may_stand_beside}) {
      for (const float width : widths_) {
        attempt_ = best_at(in_, width, beside);
        done_ = attempt_.feasible && attempt_.height <= room_.height();
        if (done_) return;
      }
    }
  }

  /// Makes the board smaller as a whole, down to this unit, until it fits.
  void shrink(const Level& level, bool may_stand_beside, bool has_row, float least) {
    constexpr float kSmaller = 0.95F;
    while (!done_ && unit_ * kSmaller >= least) {
      unit_ *= kSmaller;
      try_level(level, may_stand_beside);
      try_folded(level, may_stand_beside, has_row);
    }
  }

  void try_folded(const Level& level, bool may_stand_beside, bool has_row) {
    if (done_ || in_.launch < 0) return;
    in_.sizes = sizes_at(level, unit_);
    auto folded = folded_at(in_, room_, may_stand_beside, has_row);
    done_ = folded.has_value();
    if (folded) attempt_ = std::move(*folded);
  }

  LayoutInput in_;
  ui::Box room_;
  float unit_;
  float least_;
  std::vector<float> widths_;
  Attempt attempt_;
  bool done_ = false;
};

}  // namespace

BoardLayout lay_out_board(const stage::Trace& trace, int launch, const ui::Box& room, float unit,
                          float least) {
  const BoardFacts facts = board_facts(trace);
  Search search(trace, facts, launch, room, unit, least);
  search.run();
  const Attempt& attempt = search.found();
  BoardLayout layout{.launch = launch,
                     .sizes = search.input().sizes,
                     .arrays = attempt.arrays,
                     .locals = facts.locals};
  if (launch >= 0) layout.blocks = blocks_of(search.input(), attempt);
  distribute_spare_room(layout, attempt, room);
  return layout;
}

}  // namespace heatwave::stage_room
