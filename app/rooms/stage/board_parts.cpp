// Lays out the parts of the board: arrays and blocks of warps.
#include "app/rooms/stage/board_parts.h"

#include <algorithm>
#include <cmath>

#include "app/ui/box.h"

namespace heatwave::stage_room {
float ArrayPlace::row_top(int row) const {
  return row_tops.empty() ? static_cast<float>(row) * row_pitch
                          : row_tops[static_cast<std::size_t>(row)];
}

bool ArrayPlace::is_folded(int row) const {
  return std::any_of(folds.begin(), folds.end(),
                     [row](const RowFold& fold) { return fold.first <= row && row <= fold.last; });
}

ui::Box ArrayPlace::cell(std::int64_t index) const {
  const auto column = static_cast<float>(index % per_row);
  const float left = cells.left + column * cell_width;
  const float top = cells.top + row_top(static_cast<int>(index / per_row));
  return {left, top, left + cell_width, top + cell_height};
}

std::int64_t ArrayPlace::cell_at(ImVec2 at) const {
  if (!cells.contains(at)) return -1;
  int row = static_cast<int>((at.y - cells.top) / row_pitch);
  if (!row_tops.empty()) {
    const auto below = std::upper_bound(row_tops.begin(), row_tops.end(), at.y - cells.top);
    row = static_cast<int>(below - row_tops.begin()) - 1;
    if (is_folded(row)) return -1;
  }
  const auto column = static_cast<std::int64_t>((at.x - cells.left) / cell_width);
  const std::int64_t index = static_cast<std::int64_t>(row) * per_row + column;
  return column < per_row && index < size && cell(index).contains(at) ? index : -1;
}

std::int64_t ArrayPlace::cell_near(ImVec2 at) const {
  const int last = rows() - 1;
  int row = std::clamp(static_cast<int>((at.y - cells.top) / row_pitch), 0, last);
  if (!row_tops.empty()) {
    const auto below = std::upper_bound(row_tops.begin(), row_tops.end(), at.y - cells.top);
    row = std::clamp(static_cast<int>(below - row_tops.begin()) - 1, 0, last);
  }
  const auto column =
      std::clamp(static_cast<int>((at.x - cells.left) / cell_width), 0, per_row - 1);
  return std::min<std::int64_t>(static_cast<std::int64_t>(row) * per_row + column, size - 1);
}

namespace board_parts {

ui::Box moved(const ui::Box& box, float dx, float dy) {
  return {box.left + dx, box.top + dy, box.right + dx, box.bottom + dy};
}

float letters_width(std::size_t letters, float size) {
  constexpr float kDigit = 0.475F;  // width of a digit at size 1; all have the same
  return static_cast<float>(letters) * size * kDigit;
}

namespace {

constexpr std::size_t kCost = 10;       // characters of "32 sectors"
constexpr std::size_t kHolder = 11;     // characters of "held by 3", and the space before them
constexpr std::size_t kOfBlock = 9;     // characters of " of block", and its number
constexpr std::size_t kThreadWord = 7;  // characters of "thread "
constexpr float kArrowShaft = 8;        // least length of an arrow behind its head, in units

/// Returns the number of cells in a row: all, or whole sectors if possible.
int cells_per_row(int size, int most) {
  if (size <= most) return std::max(1, size);
  if (most >= 8) return most / 8 * 8;
  return most >= 4 ? 4 : std::max(1, most);
}

void size_cells(ArrayPlace& place, const LayoutInput& in, float width) {
  const stage::ArrayInfo& info = in.trace.arrays[static_cast<std::size_t>(place.array)];
  const BoardSizes& sizes = in.sizes;
  const int letters = in.facts.letters[static_cast<std::size_t>(place.array)];
  place.lanes = info.addresses >= 0;
  place.values = info.size <= kMostCellsWithValues && !place.lanes;
  place.grid = info.width > 0 || !place.values;
  const float edge =
      place.grid
          ? letters_width(info.width > 0 && !place.lanes ? 2 : 4, sizes.small) + 4 * sizes.unit
          : 0;
  place.cells.left = edge;
  const float room = width - edge;
  // If space is tight, long numbers shrink instead of making all cells wide.
  const auto digits = static_cast<std::size_t>(sizes.tight ? std::min(letters, 4) : letters);
  const float least = info.is_mutex ? 2.3F : sizes.tight ? 1.2F : 1.5F;
  place.cell_width =
      std::max(letters_width(digits, sizes.value) + sizes.value * (sizes.tight ? 0.2F : 0.5F),
               sizes.value * least);
  place.cell_height = sizes.value * 1.25F;
  if (place.grid) {
    place.per_row = cells_in_grid_row(info);
    const auto columns = static_cast<float>(place.per_row);
    if (!place.values) {
      // Cells with lanes are large enough for legible numbers.
      const float wide = place.lanes ? letters_width(3, sizes.value) : 0;
      const float high = place.lanes ? sizes.value : 0;
      place.cell_width = std::min(std::max(sizes.dense_width, wide), room / columns);
      place.narrow =
          place.lanes && place.cell_width < letters_width(2, sizes.value) * 1.1F + 3 * sizes.unit;
      place.cell_height = std::max(sizes.dense_height, high);
    }
  } else {
    place.per_row = cells_per_row(info.size, static_cast<int>(room / place.cell_width));
  }
}

constexpr int kLeastFolded = 4;  // fewer rows are as low as their fold

/// Other rows of global memory do not fold: a wider room could have narrower cells.
bool can_fold(const ArrayPlace& place, const std::vector<bool>& used) {
  return !place.values && (place.index_below || place.lanes) &&
         std::any_of(used.begin(), used.end(), [](bool is_used) { return is_used; });
}

/// True if folding leaves so few rows that each can have its index.
bool has_few_rows(const ArrayPlace& place, const std::vector<bool>& used) {
  constexpr std::ptrdiff_t kFew = 4;
  const std::ptrdiff_t shown = std::count(used.begin(), used.end(), true);
  return can_fold(place, used) && shown <= kFew && place.rows() - shown >= kLeastFolded;
}

/// Folds each run of rows that the play does not use. Precondition: the cells have their sizes, and
/// their upper edge is placed.
void fold_unused_rows(ArrayPlace& place, const std::vector<bool>& is_used, float fold_height) {
  float top = 0.0F;
  for (int row = 0; row < place.rows();) {
    int end = row;
    while (end < place.rows() && !is_used[static_cast<std::size_t>(end)]) ++end;
    if (end - row >= kLeastFolded) {
      place.folds.push_back({row, end - 1, top, fold_height});
      place.row_tops.insert(place.row_tops.end(), static_cast<std::size_t>(end - row), top);
      top += fold_height;
      row = end;
      continue;
    }
    place.row_tops.push_back(top);
    top += place.row_pitch;
    ++row;
  }
  if (place.folds.empty()) {
    place.row_tops.clear();
    return;
  }
  const bool ends_folded = place.folds.back().last == place.rows() - 1;
  const float rest = ends_folded ? 0.0F : place.row_pitch - place.cell_height;
  place.cells.bottom = place.cells.top + top - rest;
}

ArrayPlace size_array(const LayoutInput& in, int array, float width) {
  const stage::ArrayInfo& info = in.trace.arrays[static_cast<std::size_t>(array)];
  const BoardSizes& sizes = in.sizes;
  ArrayPlace place{.array = array, .size = info.size};
  place.index_below = info.space == stage::Space::shared;
  size_cells(place, in, width);
  const std::vector<bool>& used = in.facts.used_rows[static_cast<std::size_t>(array)];
  if (has_few_rows(place, used)) {
    place.cell_height = std::max(place.cell_height, 0.96F * sizes.small);
  }
  const float underline = 7 * sizes.unit;
  const bool index_each = !place.grid && info.size > 1;
  const float index = index_each ? sizes.small : 0;
  place.row_pitch =
      place.cell_height + (place.grid ? (place.values ? underline * 0.6F : 0) : index + underline);
  const bool has_cost = info.space == stage::Space::global || in.facts.banks ||
                        (info.space == stage::Space::shared && in.facts.contended);
  const bool is_low = info.space == stage::Space::shared && !has_cost;
  const float heading = std::max(sizes.label * 1.15F, is_low ? 0.0F : 25 * sizes.unit);
  const float indices = place.grid ? sizes.small : index;
  // Arrows come to shared memory from above, so its indices and its name stand below its cells.
  place.cells.top = place.index_below ? (kArrowHead + kArrowShaft) * sizes.unit : heading + indices;
  place.cells.right = place.cells.left + place.cell_width * static_cast<float>(place.per_row);
  place.cells.bottom =
      place.cells.top + static_cast<float>(place.rows() - 1) * place.row_pitch + place.cell_height;
  if (can_fold(place, used)) {
    fold_unused_rows(place, used, sizes.small * 1.3F);
  }
  // Launches may give an array names of different lengths, and nothing moves between them.
  std::size_t name = info.name.size();
  for (int launch = 0; launch < static_cast<int>(in.trace.launches.size()); ++launch) {
    name = std::max(name, array_title(in.trace, launch, array).size());
  }
  if (info.space == stage::Space::host) name += 5;
  const float needed = letters_width(name + (has_cost ? kCost : 0), sizes.label) + 10 * sizes.unit;
  const bool blocks =
      in.launch >= 0 && in.trace.launches[static_cast<std::size_t>(in.launch)].blocks > 1;
  const bool two_digits =
      in.launch >= 0 && in.trace.launches[static_cast<std::size_t>(in.launch)].threads > 10;
  const std::size_t held_by = kHolder + (blocks ? kOfBlock : 0) + (two_digits ? 1 : 0);
  const auto with_holder = [&](std::size_t letters) {
    return place.cells.right + (info.is_mutex ? letters_width(letters, sizes.label) : 0);
  };
  const float in_full = with_holder(held_by + kThreadWord);
  place.box.right = std::max(in_full <= width ? in_full : with_holder(held_by), needed);
  // Sectors are marked below the cells of global memory; indices stand below those of shared
  // memory.
  const int lines = has_sector_columns(place) ? 2 : 1;
  const float between = static_cast<float>(lines - 1) * 5 * sizes.unit;
  const float words =
      static_cast<float>(lines) * kWordsBelowLanes * sizes.small + between + 2 * sizes.unit;
  const float below = place.cells.bottom + (place.index_below ? indices + 4 * sizes.unit
                                            : place.lanes && sizes.words_below_lanes ? words
                                                                                     : underline);
  place.box.bottom = place.index_below ? below + heading : below;
  place.heading = ui::Box::at(0, place.index_below ? below : 0.0F, place.box.right, heading);
  return place;
}

/// True if the array is not drawn by itself, because its indices are drawn as lanes in the cells of
/// the array that they point into.
bool is_drawn_in_another_array(const stage::Trace& trace, int array) {
  return std::any_of(trace.arrays.begin(), trace.arrays.end(),
                     [array](const stage::ArrayInfo& info) { return info.addresses == array; });
}

}  // namespace

void move(ArrayPlace& place, float dx, float dy) {
  place.box = moved(place.box, dx, dy);
  place.heading = moved(place.heading, dx, dy);
  place.cells = moved(place.cells, dx, dy);
}

void move(BlockPlace& place, float dx, float dy) {
  place.box = moved(place.box, dx, dy);
  place.banks = moved(place.banks, dx, dy);
  for (ui::Box& warp : place.warps) warp = moved(warp, dx, dy);
  for (ui::Box& title : place.titles) title = moved(title, dx, dy);
  for (ThreadPlace& thread : place.threads) {
    thread.card = moved(thread.card, dx, dy);
    thread.head_bottom += dy;
  }
  for (ImVec2& name : place.names) name = {name.x + dx, name.y + dy};
  for (float& line : place.barriers) line += dy;
  for (ArrayPlace& array : place.shared) move(array, dx, dy);
}

std::vector<ArrayPlace> flow_arrays(const LayoutInput& in, stage::Space space, int block,
                                    float width) {
  const float gap = 18 * in.sizes.unit;
  const float line_gap = 6 * in.sizes.unit;
  std::vector<ArrayPlace> places;
  float x = 0;
  float y = 0;
  float bottom = 0;
  const auto add = [&](int array) {
    ArrayPlace place = size_array(in, array, width);
    if (x > 0 && x + place.box.width() > width) {
      // The rest of this line may have room for the array in more rows, which may save a line.
      const ArrayPlace narrow = size_array(in, array, width - x);
      const bool as_wide = place.values || narrow.cell_width >= place.cell_width - 0.05F;
      const bool fits = as_wide && x + narrow.box.width() <= width &&
                        y + narrow.box.height() < bottom + place.box.height() * 0.5F;
      if (fits) {
        place = narrow;
      } else {
        x = 0;
        y = bottom + line_gap;
      }
    }
    move(place, x, y);
    x = place.box.right + gap;
    bottom = std::max(bottom, place.box.bottom);
    places.push_back(place);
  };
  const auto add_all = [&](stage::Space wanted, bool is_mutex) {
    for (std::size_t i = 0; i < in.trace.arrays.size(); ++i) {
      const stage::ArrayInfo& info = in.trace.arrays[i];
      const bool here =
          info.space == wanted && info.is_mutex == is_mutex &&
          (wanted != stage::Space::shared || (info.block == block && info.launch == in.launch));
      if (here && !is_drawn_in_another_array(in.trace, static_cast<int>(i)))
        add(static_cast<int>(i));
    }
  };
  if (space == stage::Space::global) {
    // Many arrows may end at a mutex, so it stands next to the threads.
    add_all(space, false);
    add_all(stage::Space::host, false);
    add_all(space, true);
  } else {
    add_all(space, false);
    add_all(space, true);
  }
  return places;
}

namespace {

/// The arrangement of a block's cards.
struct Cards {
  float width = 0.0F;
  float height = 0.0F;
  float names = 0.0F;  ///< width of the column with register names
  int lanes = 1;       ///< lanes in a warp
  int warps = 1;
  int per_row = 1;        ///< lanes in a row
  int warps_per_row = 1;  ///< warps side by side
  float gap = 0.0F;
  float pad = 0.0F;              ///< padding inside a warp's frame
  bool titles_are_left = false;  ///< words "warp 0" stand above the register names

  [[nodiscard]] float warp_width() const {
    return static_cast<float>(per_row) * (width + gap) - gap + 2 * pad;
  }
  [[nodiscard]] int rows() const { return (lanes + per_row - 1) / per_row; }
};

std::size_t longest(const std::vector<std::string>& names) {
  std::size_t most = 0;
  for (const std::string& name : names) most = std::max(most, name.size());
  return most;
}

/// True if the block's title stands in the line of the words above the cards, left of them: a
/// barrier and several warps have words of their own there.
bool shares_title_line(const LayoutInput& in, const Cards& cards) {
  return in.sizes.tight && in.sizes.registers && cards.warps == 1 && !in.facts.barriers;
}

/// Chooses how many lanes stand in a row, as evenly as possible.
void fit_lanes(Cards& cards, const BoardSizes& sizes, float room) {
  constexpr float kNarrowest = 26;  // two digits and a sign
  for (int rows = 1; rows <= cards.lanes; ++rows) {
    if (cards.lanes > 8 && cards.lanes % rows != 0) continue;  // 32 as 2 × 16, not as 11, 11, 10
    cards.per_row = (cards.lanes + rows - 1) / rows;
    const float fits = (room + cards.gap) / static_cast<float>(cards.per_row) - cards.gap;
    if (fits >= cards.width) return;
    // Prefers smaller numbers to another row.
    const bool enough = fits >= std::max(kNarrowest * sizes.unit, 0.75F * cards.width);
    if (sizes.tight && cards.lanes > 8 && enough) {
      cards.width = fits;
      return;
    }
  }
}

/// Widens cards as far as there is room beside narrow gaps for arrows, so that a value that another
/// line than the step's sets has its old one beside it.
void make_room_for_changes(Cards& cards, const LayoutInput& in, float width) {
  constexpr float kLeastPassage = 8;
  const BoardSizes& sizes = in.sizes;
  if (in.facts.changing_letters == 0 || !sizes.registers) return;
  const auto letters = static_cast<std::size_t>(in.facts.changing_letters);
  // About half of the characters are those of the old value.
  const float old = std::max(kOldValue, sizes.small / sizes.value);
  const float both = (1 + old) / 2 * letters_width(letters, sizes.value);
  const float wanted =
      both + kChangeSign * sizes.value + 2 * (kBesideChange + kInFrameOfChange) * sizes.unit;
  const auto warps = static_cast<float>(cards.warps_per_row);
  const auto lanes = static_cast<float>(cards.per_row);
  const float gap = std::max(cards.gap, kLeastPassage * sizes.unit);
  const float gaps = gap * (warps * (lanes - 1) + 2 * (warps - 1));
  const float room = (width - cards.names - gaps - 2 * warps * cards.pad) / (warps * lanes);
  cards.width = std::max(cards.width, std::min(wanted, room));
}

/// Widens the gaps between cards as far as there is room: arrows to lower rows, or to a block
/// below, pass there.
void make_room_for_arrows(Cards& cards, const LayoutInput& in, float width) {
  constexpr float kPassage = 12;
  const BoardSizes& sizes = in.sizes;
  const bool has_blocks = in.trace.launches[static_cast<std::size_t>(in.launch)].blocks > 1;
  const bool has_rows = cards.rows() > 1 || cards.warps > cards.warps_per_row;
  if (cards.per_row == 1 || (!has_rows && !has_blocks)) return;
  const auto warps = static_cast<float>(cards.warps_per_row);
  const auto lanes = static_cast<float>(cards.per_row);
  const float gaps = warps * (lanes - 1) + 2 * (warps - 1);
  const float room = width - cards.names - warps * (lanes * cards.width + 2 * cards.pad);
  cards.gap = std::max(cards.gap, std::min(room / gaps, kPassage * sizes.unit));
}

constexpr std::size_t kWarpTitle = 6;  // characters of "warp 3"
constexpr float kNamesGap = 6;         // between register names and cards

/// Puts the titles of warps that stand below each other at their left, where no arrows pass, if
/// there is room.
void put_titles_left(Cards& cards, const BoardSizes& sizes, float width) {
  if (cards.warps == 1 || cards.warps_per_row > 1) return;
  const float gap = (kNamesGap + 4) * sizes.unit;
  const float names = std::max(cards.names, letters_width(kWarpTitle, sizes.small) + gap);
  if (names + cards.warp_width() > width) return;
  cards.names = names;
  cards.titles_are_left = true;
}

Cards size_cards(const LayoutInput& in, float width) {
  const BoardSizes& sizes = in.sizes;
  const auto& launch = in.trace.launches[static_cast<std::size_t>(in.launch)];
  Cards cards;
  const auto first = static_cast<std::size_t>(launch.first_thread);
  for (std::size_t i = first; i < first + static_cast<std::size_t>(launch.threads); ++i) {
    cards.lanes = std::max(cards.lanes, in.trace.threads[i].lane + 1);
    cards.warps = std::max(cards.warps, in.trace.threads[i].warp + 1);
  }
  const bool registers = sizes.registers && !in.facts.locals.empty();
  const std::size_t digits = launch.threads > 10 ? 2 : 1;
  const float sign = sizes.value * (sizes.tight ? 0.6F : 1.35F);
  const float number = letters_width(digits, sizes.value) + sign;
  const float value =
      registers ? letters_width(static_cast<std::size_t>(in.facts.local_letters), sizes.value) +
                      sizes.value * (sizes.tight ? 0.15F : 0.5F)
                : 0;
  cards.width = std::max({number, value, sizes.value * (sizes.tight ? 1.4F : 1.9F)});
  cards.height = sizes.head() +
                 (registers ? sizes.register_row() * static_cast<float>(in.facts.locals.size()) +
                                  4 * sizes.unit
                            : 0);
  cards.names =
      registers ? letters_width(longest(in.facts.locals), sizes.small) * 1.12F + 6 * sizes.unit : 0;
  cards.gap = (sizes.tight ? 2 : 4) * sizes.unit;
  cards.pad = (sizes.tight ? 3 : 5) * sizes.unit;
  if (shares_title_line(in, cards)) {
    cards.names = std::max(cards.names, letters_width(kBlockTitle, sizes.label) + 10 * sizes.unit);
  }
  fit_lanes(cards, sizes, width - cards.names - 2 * cards.pad);
  cards.warps_per_row = std::clamp(static_cast<int>((width - cards.names + 2 * cards.gap) /
                                                    (cards.warp_width() + 2 * cards.gap)),
                                   1, cards.warps);
  // Makes rows of warps as even as possible.
  const int rows = (cards.warps + cards.warps_per_row - 1) / cards.warps_per_row;
  cards.warps_per_row = (cards.warps + rows - 1) / rows;
  put_titles_left(cards, sizes, width);
  make_room_for_changes(cards, in, width);
  make_room_for_arrows(cards, in, width);
  return cards;
}

/// The words above a warp's cards, and the row that they stand in.
struct WarpTitle {
  float left = 0.0F;  ///< from the frame of the warp
  float width = 0.0F;
  float row = 0.0F;  ///< height
};

/// Places a warp's title clear of the heads of arrows that arrive at its cards: between those of
/// the first two, else above them.
WarpTitle warp_title(const BoardSizes& sizes, const Cards& cards) {
  if (cards.warps == 1 || cards.titles_are_left) return {};
  const float u = sizes.unit;
  const float rim = 2 * u;
  const float width = letters_width(kWarpTitle, sizes.small);
  const float head = kArrowHead * u;
  const bool is_between = cards.per_row > 1 && width + 2 * rim <= cards.width + cards.gap - head;
  if (!is_between) return {.left = 4 * u, .width = width, .row = sizes.small + head};
  return {.left = cards.pad + (cards.width + head) / 2 + rim, .width = width, .row = sizes.small};
}

/// Places cards from (left, top) on; returns their lower edge.
float place_cards(BlockPlace& place, const LayoutInput& in, const Cards& cards, float left,
                  float top) {
  const BoardSizes& sizes = in.sizes;
  const auto& launch = in.trace.launches[static_cast<std::size_t>(in.launch)];
  const float barrier = in.facts.barriers ? 14 * sizes.unit : 0;
  const WarpTitle title = warp_title(sizes, cards);
  const float row_height = sizes.tag() + cards.height + barrier + 2 * sizes.unit;
  const float warp_height =
      title.row + row_height * static_cast<float>(cards.rows()) + cards.pad * 0.6F;
  const float warp_pitch = warp_height + cards.gap;
  for (int warp = 0; warp < cards.warps; ++warp) {
    const float x =
        left + cards.names +
        static_cast<float>(warp % cards.warps_per_row) * (cards.warp_width() + 2 * cards.gap);
    const int line = warp / cards.warps_per_row;
    const float y = top + static_cast<float>(line) * warp_pitch;
    place.warps.push_back({x, y, x + cards.warp_width(), y + warp_height});
    if (title.row > 0) {
      const float from = x + title.left;
      place.titles.push_back({from, y + 0.1F * sizes.small, from + title.width, y + sizes.small});
    } else if (cards.titles_are_left) {
      const float right = x - kNamesGap * sizes.unit;
      const float middle = y + sizes.tag() + sizes.head() / 2;
      const float from = right - letters_width(kWarpTitle, sizes.small);
      place.titles.push_back({from, middle - sizes.small / 2, right, middle + sizes.small / 2});
    }
    if (warp % cards.warps_per_row != 0) continue;
    for (int row = 0; row < cards.rows(); ++row) {
      const float card_top = y + title.row + static_cast<float>(row) * row_height + sizes.tag();
      place.names.push_back({left + cards.names - kNamesGap * sizes.unit, card_top + sizes.head()});
      if (barrier > 0) place.barriers.push_back(card_top + cards.height + barrier - 3 * sizes.unit);
    }
  }
  for (int thread = 0; thread < launch.threads; ++thread) {
    const int id = launch.first_thread + thread;
    const stage::ThreadInfo& info = in.trace.threads[static_cast<std::size_t>(id)];
    const ui::Box& warp = place.warps[static_cast<std::size_t>(info.warp)];
    const float x = warp.left + cards.pad +
                    static_cast<float>(info.lane % cards.per_row) * (cards.width + cards.gap);
    const int row = info.lane / cards.per_row;
    const float y = warp.top + title.row + static_cast<float>(row) * row_height + sizes.tag();
    place.threads.push_back({id, {x, y, x + cards.width, y + cards.height}, y + sizes.head()});
  }
  return place.warps.back().bottom;
}

/// Makes a grid without values as wide as the cards above it, so that arrows between them are
/// steep.
void widen_grid(ArrayPlace& grid, const std::vector<ThreadPlace>& cards) {
  float left = cards.front().card.left;
  float right = left;
  for (const ThreadPlace& place : cards) {
    left = std::min(left, place.card.left);
    right = std::max(right, place.card.right);
  }
  left = std::max(left, grid.cells.left);
  const float width = (right - left) / static_cast<float>(grid.per_row);
  if (width <= grid.cell_width) return;
  grid.cell_width = width;
  grid.cells.left = left;
  grid.cells.right = right;
  grid.box.right = grid.heading.right = std::max(grid.box.right, right);
}

/// Moves an array with values below the cards to their middle, so that arrows between them are
/// steep.
void centre_below(ArrayPlace& array, const std::vector<ThreadPlace>& cards, float right) {
  float left = cards.front().card.left;
  float last = left;
  for (const ThreadPlace& place : cards) {
    left = std::min(left, place.card.left);
    last = std::max(last, place.card.right);
  }
  const float by = (left + last - array.cells.left - array.cells.right) / 2;
  move(array, std::clamp(by, 0.0F, std::max(0.0F, right - array.box.right)), 0);
}

/// Places shared arrays below the cards or to their right.
BlockPlace arranged(const LayoutInput& in, float width, bool beside) {
  const BoardSizes& sizes = in.sizes;
  const float pad = (sizes.tight ? 6 : 8) * sizes.unit;
  const float inner = width - 2 * pad;
  BlockPlace place;
  place.shared = flow_arrays(in, stage::Space::shared, 0, beside ? inner * 0.7F : inner);
  float shared_right = 0;
  for (const ArrayPlace& array : place.shared) {
    shared_right = std::max(shared_right, array.box.right);
  }
  const float between = 10 * sizes.unit;
  const Cards cards = size_cards(in, beside ? inner - shared_right - between : inner);
  const float top = shares_title_line(in, cards) ? 4 * sizes.unit : sizes.label * 1.25F;
  float bottom = place_cards(place, in, cards, pad, top);
  float right = pad;
  for (const ui::Box& warp : place.warps) right = std::max(right, warp.right);
  const float shared_left = beside ? right + between : pad;
  const float shared_top = beside ? top : bottom + 2 * sizes.unit;
  for (ArrayPlace& array : place.shared) {
    move(array, shared_left, shared_top);
    const bool is_alone = !beside && place.shared.size() == 1;
    if (is_alone && !array.values && !array.lanes) widen_grid(array, place.threads);
    if (is_alone && array.values) centre_below(array, place.threads, right);
    right = std::max(right, array.box.right);
    bottom = std::max(bottom, array.box.bottom);
  }
  if (in.facts.banks && !place.shared.empty()) {
    const int most = in.sizes.tight ? kMostTallPassesIfTight : kMostTallPasses;
    const auto passes = static_cast<float>(std::clamp(in.facts.passes, 2, most));
    const float high =
        (kBankNumbers + passes * kBankPass) * sizes.small + kBankCaption * sizes.label;
    place.banks = {pad, bottom + 4 * sizes.unit, right, bottom + 4 * sizes.unit + high};
    bottom = place.banks.bottom;
  }
  // The plate with the counts of the block's threads is clear of an array's name above it.
  const bool ends_with_name = !place.shared.empty() && place.banks.height() <= 0;
  const float below = ends_with_name ? std::max(pad, kHalfOfCounts * sizes.label) : pad;
  place.box = {0, 0, right + pad, bottom + below};
  return place;
}

}  // namespace

BlockPlace model_block(const LayoutInput& in, float width) {
  BlockPlace below = arranged(in, width, false);
  if (below.shared.empty() || below.banks.height() > 0) return below;
  // Shared arrays belong below the cards; a place beside them must save much height.
  BlockPlace beside = arranged(in, width, true);
  const bool fits = beside.box.width() <= width;
  return fits && beside.box.height() < 0.8F * below.box.height() ? beside : below;
}

}  // namespace board_parts
}  // namespace heatwave::stage_room
