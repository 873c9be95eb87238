// Draws arrays on the board: cells with values, the accesses of the last step, and their cost.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/rooms/stage/board_sectors.h"
#include "app/rooms/stage/board_view.h"
#include "app/ui/box.h"
#include "app/words/numbers.h"
#include "kernels/core/warp_access.h"
#include "kernels/stage/contention.h"
#include "kernels/stage/stage_words.h"

namespace heatwave::stage_room {
namespace {

/// Returns the lanes at each cell of the array.
std::map<std::int64_t, std::vector<int>> lanes_by_cell(const BoardView& view,
                                                       const ArrayPlace& place) {
  std::map<std::int64_t, std::vector<int>> lanes;
  const auto from = static_cast<std::size_t>(view.info(place).addresses);
  const auto& addresses = view.moment.state.arrays[from];
  for (std::size_t lane = 0; lane < addresses.size(); ++lane) {
    lanes[static_cast<std::int64_t>(addresses[lane].value)].push_back(static_cast<int>(lane));
  }
  return lanes;
}

bool has_read(const BoardView& view, const ArrayPlace& place, std::int64_t index) {
  return view.last != nullptr && std::any_of(view.last->actions.begin(), view.last->actions.end(),
                                             [&](const stage::Action& action) {
                                               return action.array == place.array &&
                                                      action.index == index;
                                             });
}

/// Draws the lanes in the cells that they read.
void draw_lanes(const BoardView& view, const ArrayPlace& place) {
  const BoardPen& pen = view.pen;
  const ui::Theme& theme = pen.theme();
  const float u = pen.unit();
  for (const auto& [index, lanes] : lanes_by_cell(view, place)) {
    if (index < 0 || index >= place.size) continue;
    const ui::Box cell = grown(place.cell(index), -0.5F * u);
    const bool read = has_read(view, place, index);
    const bool dragged =
        std::find(lanes.begin(), lanes.end(), view.model.dragged_lane) != lanes.end();
    pen.fill(cell, read ? pen.reading() : theme.raised, 3 * u);
    pen.frame(cell,
              dragged ? theme.text
              : read  ? pen.reading()
                      : pen.neutral(0.5F),
              (dragged ? 2.5F : 1.0F) * u, 3 * u);
    // Several lanes at one cell share one access.
    const std::string word =
        lanes.size() == 1 ? std::to_string(lanes.front()) : "×" + std::to_string(lanes.size());
    const ImVec2 centre = middle(cell);
    pen.sized(centre.x, centre.y, word, view.layout.sizes.value,
              read ? theme.on_accent : theme.text, ui::Align::centre, true, cell.width() - 2 * u);
  }
}

}  // namespace

int lane_at(const BoardView& view, const ArrayPlace& place, ImVec2 at) {
  const auto lanes = lanes_by_cell(view, place);
  const auto found = lanes.find(place.cell_at(at));
  return found == lanes.end() ? -1 : found->second.back();
}

namespace {

using stage::Op;
using stage::Space;

bool is_access(const stage::Action& action) {
  return action.op == Op::load || action.op == Op::store || action.op == Op::atomic ||
         action.op == Op::print;
}

/// Returns the accesses of the last step to this array, without those out of bounds.
std::vector<const stage::Action*> accesses(const BoardView& view, const ArrayPlace& place) {
  std::vector<const stage::Action*> found;
  if (view.last == nullptr) return found;
  for (const stage::Action& action : view.last->actions) {
    if (is_access(action) && action.array == place.array && action.index >= 0 &&
        action.index < place.size) {
      found.push_back(&action);
    }
  }
  return found;
}

// Cells ---------------------------------------------------------------------------------------

void draw_lock(const BoardView& view, const ui::Box& cell, bool taken, ImVec4 colour) {
  const float half = cell.height() * 0.32F;
  view.pen.padlock({cell.left + cell.width() * 0.3F, (cell.top + cell.bottom) / 2}, half, !taken,
                   colour);
}

/// Returns the value of a cell now: where atomics take turns, for a moment those before the last.
double value_now(const BoardView& view, const ArrayPlace& place, std::int64_t index,
                 const stage::CellState& state) {
  constexpr float kAllTurns = 0.9F;  // seconds
  if (view.last == nullptr || view.last->cost.waiting == 0 || view.seconds >= kAllTurns) {
    return state.value;
  }
  const std::vector<double> values = stage::values_in_turn(*view.last, place.array, index);
  constexpr std::size_t kSeveral = 3;  // before and after each of two
  if (values.size() < kSeveral) return state.value;
  const float turn = view.seconds / kAllTurns * static_cast<float>(values.size());
  return values[static_cast<std::size_t>(turn)];
}

void draw_value(const BoardView& view, const ArrayPlace& place, std::int64_t index, ImVec4 colour,
                bool strong) {
  const BoardPen& pen = view.pen;
  const stage::CellState* state = view.cell_state(place.array, index);
  if (state == nullptr || !state->written) return;
  ui::Box cell = place.cell(index);
  if (view.info(place).is_mutex) {
    draw_lock(view, cell, state->value != 0.0, colour);
    cell.left += cell.width() * 0.45F;
  }
  const ImVec2 centre = middle(cell);
  const double value = value_now(view, place, index, *state);
  pen.sized(centre.x, centre.y, board_value(value), view.layout.sizes.value, colour,
            ui::Align::centre, strong, cell.width() - 3 * pen.unit());
}

void draw_cells(const BoardView& view, const ArrayPlace& place) {
  const BoardPen& pen = view.pen;
  const float u = pen.unit();
  for (std::int64_t i = 0; i < place.size; ++i) {
    const ui::Box cell = place.cell(i);
    const stage::CellState* state = view.cell_state(place.array, i);
    const bool written = state != nullptr && state->written;
    pen.fill(cell, pen.neutral(written ? 0.1F : 0.03F));
    if (!written) pen.hatch_cell(cell, pen.neutral(0.22F));
    pen.frame(cell, pen.neutral(0.32F), 1 * u);
    draw_value(view, place, i, pen.theme().text, false);
  }
}

/// Returns a box for each run of cells in a row that are written, or for `wanted` false, not
/// written.
std::vector<ui::Box> runs_of(const BoardView& view, const ArrayPlace& place, bool wanted) {
  const auto is_wanted = [&](std::int64_t index) {
    const stage::CellState* state = view.cell_state(place.array, index);
    return (state != nullptr && state->written) == wanted;
  };
  std::vector<ui::Box> runs;
  for (std::int64_t first = 0; first < place.size; first += place.per_row) {
    if (place.is_folded(static_cast<int>(first / place.per_row))) continue;
    const std::int64_t last = std::min<std::int64_t>(place.size, first + place.per_row);
    for (std::int64_t begin = first; begin < last;) {
      std::int64_t end = begin + 1;
      while (end < last && is_wanted(end) == is_wanted(begin)) ++end;
      const ui::Box from = place.cell(begin);
      if (is_wanted(begin)) {
        runs.push_back({from.left, from.top, place.cell(end - 1).right, from.bottom});
      }
      begin = end;
    }
  }
  return runs;
}

/// Joins equal runs in adjacent rows into one box, so that hatching continues across rows.
std::vector<ui::Box> joined(const std::vector<ui::Box>& runs, float row_pitch) {
  std::vector<ui::Box> boxes;
  for (const ui::Box& run : runs) {
    const auto above = std::find_if(boxes.begin(), boxes.end(), [&](const ui::Box& box) {
      return box.left == run.left && box.right == run.right &&
             run.bottom - box.bottom < 1.5F * row_pitch;
    });
    if (above == boxes.end()) {
      boxes.push_back(run);
    } else {
      above->bottom = run.bottom;
    }
  }
  return boxes;
}

/// Draws the line in place of rows that no thread uses.
void draw_fold(const BoardView& view, const ArrayPlace& place, const RowFold& fold) {
  const BoardPen& pen = view.pen;
  const float top = place.cells.top + fold.top;
  const ui::Box line{place.cells.left, top, place.cells.right, top + fold.height};
  pen.fill(line, pen.theme().panel);
  pen.frame(line, pen.neutral(0.2F), 1 * pen.unit());
  const std::string text =
      "… " + words::counted(fold.last - fold.first + 1, "row", "rows") + " not used";
  pen.sized(middle(line).x, middle(line).y, text, view.layout.sizes.small, pen.theme().dim,
            ui::Align::centre, false, line.width() - 4 * pen.unit());
}

/// Draws cells that are too small for values: written cells are lighter.
void draw_dense(const BoardView& view, const ArrayPlace& place) {
  const BoardPen& pen = view.pen;
  const float u = pen.unit();
  pen.fill(place.cells, pen.neutral(0.05F));
  for (const ui::Box& run : runs_of(view, place, true)) pen.fill(run, pen.neutral(0.2F));
  const bool room_for_columns = place.cell_width >= 6 * u;
  const ImVec4 ink = pen.neutral(0.3F);
  for (int column = 0; column <= place.per_row; ++column) {
    const bool sector = column % kSectorCells == 0;
    if (!sector && !room_for_columns) continue;
    const float x = place.cells.left + static_cast<float>(column) * place.cell_width;
    pen.line({x, place.cells.top}, {x, place.cells.bottom}, sector ? ink : pen.neutral(0.14F),
             1 * u);
  }
  const float row_line = place.row_pitch >= 6 * u ? 0.14F : 0.1F;
  for (int row = 0; row < place.rows(); ++row) {
    const float y = place.cells.top + place.row_top(row);
    pen.line({place.cells.left, y}, {place.cells.right, y}, pen.neutral(row_line), 1 * u);
  }
  // All shared memory starts unwritten, so only other arrays have unwritten cells hatched: no
  // thread uses those.
  if (view.info(place).space != Space::shared) {
    for (const ui::Box& box : joined(runs_of(view, place, false), place.row_pitch)) {
      pen.fill(box, pen.theme().panel);
      pen.hatch(box, pen.neutral(0.4F));
    }
  }
  for (const RowFold& fold : place.folds) draw_fold(view, place, fold);
  pen.frame(place.cells, pen.neutral(0.4F), 1 * u);
}

void draw_indices(const BoardView& view, const ArrayPlace& place) {
  const BoardPen& pen = view.pen;
  const float small = view.layout.sizes.small;
  const ImVec4 dim = pen.theme().dim;
  if (!place.grid) {
    if (place.size == 1) return;
    // Show every n-th index, as many as fit.
    const float widest = pen.sized_width(std::to_string(place.size - 1), small) + 2 * pen.unit();
    std::int64_t each = 1;
    while (static_cast<float>(each) * place.cell_width < widest && each < place.per_row) each *= 2;
    for (std::int64_t i = 0; i < place.size; ++i) {
      if (i % place.per_row % each != 0) continue;
      const ui::Box cell = place.cell(i);
      const float y =
          place.index_below ? cell.bottom + small * 0.5F + 4 * pen.unit() : cell.top - small * 0.5F;
      pen.sized(middle(cell).x, y, std::to_string(i), small, dim, ui::Align::centre);
    }
    return;
  }
  // Indices along the edges, as many as fit.
  const auto every = [&](float pitch, float needed) {
    int step = 1;
    // The limit on `step` keeps the first index where the cells are too small for any.
    while (step < place.size && static_cast<float>(step) * pitch < needed) step *= 2;
    return step;
  };
  const int columns = every(
      place.cell_width, pen.sized_width(std::to_string(place.per_row - 1), small) + 2 * pen.unit());
  for (int column = 0; column < place.per_row; column += columns) {
    const ui::Box cell = place.cell(column);
    const float y = place.index_below ? place.cells.bottom + small * 0.5F + 2 * pen.unit()
                                      : place.cells.top - small * 0.5F;
    pen.sized(middle(cell).x, y, std::to_string(column), small, dim, ui::Align::centre);
  }
  const int rows = every(place.row_pitch, small * 0.95F);
  const bool two_dimensional = view.info(place).width > 0 && !place.lanes;
  for (int row = 0; row < place.rows(); row += rows) {
    if (place.is_folded(row)) continue;
    const ui::Box cell = place.cell(static_cast<std::int64_t>(row) * place.per_row);
    pen.sized(place.cells.left - 5 * pen.unit(), middle(cell).y,
              std::to_string(two_dimensional ? row : row * place.per_row), small, dim,
              ui::Align::right);
  }
}

// The last step -------------------------------------------------------------------------------

bool only_reads(const std::vector<const stage::Action*>& actions) {
  return std::all_of(actions.begin(), actions.end(),
                     [](const stage::Action* action) { return action->op == Op::load; });
}

void draw_touched(const BoardView& view, const ArrayPlace& place, std::int64_t index, bool wrote) {
  const BoardPen& pen = view.pen;
  const float u = pen.unit();
  const ui::Box cell = place.cell(index);
  const ui::Theme& theme = pen.theme();
  const ImVec4 colour = wrote ? theme.accent : pen.reading();
  const bool has_gaps = !place.values && std::min(cell.width(), cell.height()) >= 8 * u;
  if (wrote || !place.values) {
    pen.fill(has_gaps ? grown(cell, -1 * u) : cell, colour);
  } else {
    pen.fill(cell, ui::with_alpha(colour, 0.25F));
    pen.frame(cell, colour, 2.5F * u);
  }
  if (place.values) draw_value(view, place, index, wrote ? theme.on_accent : theme.text, true);
  constexpr float kFlash = 0.6F;  // seconds
  if (wrote && view.seconds < kFlash) {
    const float part = view.seconds / kFlash;
    pen.frame(grown(cell, (2 + 12 * part) * u), ui::with_alpha(theme.accent, 1 - part), 3 * u,
              4 * u);
  }
}

/// Draws the lanes of the last step in the cells that they access: in the colour of waiting where
/// another word of their bank is served first. Short arrows at the array show the columns.
void draw_accessing_lanes(const BoardView& view, const ArrayPlace& place,
                          const std::vector<const stage::Action*>& actions) {
  const BoardPen& pen = view.pen;
  const float u = pen.unit();
  std::map<std::int64_t, std::vector<const stage::Action*>> by_cell;
  for (const stage::Action* action : actions) by_cell[action->index].push_back(action);
  float size = 1e6F;  // all numbers are equally large, or none is drawn
  for (const auto& [index, here] : by_cell) {
    size =
        std::min(size, pen.size_within({place.cell_width, place.cell_height}, view.lanes_of(here)));
  }
  std::set<std::int64_t> columns;
  const bool reads = only_reads(actions);
  const ImVec4 usual = reads ? pen.reading() : pen.theme().accent;
  for (const auto& [index, here] : by_cell) {
    const ui::Box cell = place.cell(index);
    const bool has_gaps = std::min(cell.width(), cell.height()) >= 8 * u;
    const bool waits = view.waits_for_turn(here.front()->thread);
    pen.fill(has_gaps ? grown(cell, -1 * u) : cell, waits ? pen.waiting() : usual);
    pen.word_in(cell, view.lanes_of(here), size, pen.theme().on_accent);
    columns.insert(index % place.per_row);
  }
  if (!place.index_below) return;
  for (const std::int64_t column : columns) {
    const float x = middle(place.cell(column)).x;
    const ImVec2 at{x, place.cells.top - (reads ? 5 : 1) * u};
    const ImVec2 away{x, place.cells.top - (kArrowHead + 7) * u};
    const Arrow arrow(Curve{away, away, at, at});
    if (reads) {
      draw_read_arrow(pen, arrow.reversed(), usual, 2 * u);
    } else {
      draw_arrow(pen, arrow, usual, 2 * u);
    }
  }
}

void draw_touched_cells(const BoardView& view, const ArrayPlace& place,
                        const std::vector<const stage::Action*>& actions) {
  for (const stage::Action* read : view.reads) {
    const bool is_here = read->array == place.array && read->index >= 0 && read->index < place.size;
    if (is_here) draw_touched(view, place, read->index, false);
  }
  const bool has_lanes = view.shows_lanes(place) && !actions.empty();
  if (has_lanes) draw_accessing_lanes(view, place, actions);
  for (const bool writes : {false, true}) {
    if (has_lanes) break;
    for (const stage::Action* action : actions) {
      if ((action->op != Op::load) == writes) draw_touched(view, place, action->index, writes);
    }
  }
  // The host writes without an action for each cell.
  if (view.last == nullptr || view.last->actions.front().op != Op::host) return;
  for (const stage::Change& change : view.last->changes) {
    if (change.kind() == stage::Change::Kind::cell && change.array == place.array) {
      draw_touched(view, place, change.index, true);
    }
  }
}

/// Returns the wordings of what the step's accesses cost, from long to short: "5 sectors, 160
/// bytes", "[5] 1 › 2 › 3, thread 2 waits", "8-way conflict"; empty: it is not worth a word.
std::vector<std::string> cost_wordings(const BoardView& view, const stage::ArrayInfo& info,
                                       bool several) {
  const stage::AccessCost& cost = view.last->cost;
  if (view.is_stuck()) return {};  // no turn will ever come
  if (cost.waiting > 0) {
    const std::string waits = stage::words::waiting_text(view.moment.trace, *view.last);
    const std::string turns = stage::words::turns_text(view.moment.trace, *view.last);
    const std::string number = words::counted(cost.waiting, "waits", "wait");
    if (turns.empty()) return {waits, number};
    return {turns + ", " + waits, waits, number};
  }
  if (info.space == Space::shared) {
    if (cost.ways > 1) return {std::to_string(cost.ways) + "-way conflict"};
    const auto& blocks = view.layout.blocks;
    const bool shows_banks = std::any_of(blocks.begin(), blocks.end(), [](const BlockPlace& block) {
      return block.banks.height() > 0;
    });
    if (shows_banks && several) return {"no conflict"};
    return {};
  }
  if (cost.sectors == 0 || !several) return {};
  const std::string sectors = words::counted(cost.sectors, "sector", "sectors");
  return {sectors + ", " + std::to_string(core::kSectorBytes * cost.sectors) + " bytes", sectors};
}

/// The word behind an array's name says where the array is.
struct PlaceWord {
  const char* word;
  float size;   ///< size of the text
  float width;  ///< 0: there is no room for it
};

PlaceWord place_word(const BoardView& view, const ArrayPlace& place, float left) {
  const BoardPen& pen = view.pen;
  const BoardSizes& sizes = view.layout.sizes;
  const Space space = view.info(place).space;
  const char* word = space == Space::host ? "host" : space == Space::shared ? "shared" : "global";
  const float size = std::min(sizes.small, sizes.label);
  const float width = pen.sized_width(word, size);
  const float cost_room = pen.sized_width("32 sectors", 25 * pen.unit(), true) + 8 * pen.unit();
  const bool has_room = left + width + cost_room <= place.heading.right || space == Space::host;
  return {word, size, has_room ? width : 0.0F};
}

/// Returns the name of an array, and its right end.
std::pair<std::string, float> name_of(const BoardView& view, const ArrayPlace& place) {
  const std::string name = array_title(view.moment.trace, view.layout.launch, place.array);
  return {name, place.heading.left + view.pen.sized_width(name, view.layout.sizes.label, true)};
}

void draw_heading(const BoardView& view, const ArrayPlace& place,
                  const std::vector<const stage::Action*>& actions) {
  const BoardPen& pen = view.pen;
  const BoardSizes& sizes = view.layout.sizes;
  const stage::ArrayInfo& info = view.info(place);
  const ui::Theme& theme = pen.theme();
  const float u = pen.unit();
  const float y = (place.heading.top + place.heading.bottom) / 2;
  const auto [name, name_right] = name_of(view, place);
  const PlaceWord where = place_word(view, place, name_right + 8 * u);
  pen.clear_for_word(grown(name_box(view, place), 2 * u), info.space == Space::shared);
  pen.sized(place.heading.left, y, name, sizes.label, theme.text, ui::Align::left, true);
  float x = name_right + 8 * u;
  if (where.width > 0) {
    pen.sized(x, y, where.word, where.size, theme.dim);
    x += where.width + 14 * u;
  }
  if (actions.empty()) return;
  const std::vector<std::string> wordings = cost_wordings(view, info, actions.size() > 1);
  const bool bad =
      view.last->cost.waiting > 0 || (info.space == Space::shared && view.last->cost.ways > 1);
  if (wordings.empty()) return;
  // Larger than the name where the heading has room, and smaller where it would be cut.
  const float room = place.heading.right - x;
  const auto fits = std::find_if(wordings.begin(), wordings.end(), [&](const std::string& each) {
    return pen.sized_width(each, pen.legible(), true) <= room;
  });
  const std::string& words = fits == wordings.end() ? wordings.back() : *fits;
  const float at_label = pen.sized_width(words, sizes.label, true);
  const float fitting = sizes.label * room / std::max(at_label, 1.0F);
  const float cost_size = std::max(pen.legible(), std::min(std::max(sizes.label, 25 * u), fitting));
  // The plate hides arrows behind the text.
  const float wide = pen.sized_width(words, cost_size, true);
  pen.fill({x - 3 * u, y - cost_size * 0.45F, x + wide + 3 * u, y + cost_size * 0.45F},
           ui::with_alpha(theme.panel, 0.85F), 3 * u);
  const ImVec4 good = only_reads(actions) ? pen.reading() : theme.accent;
  pen.sized(x, y, words, cost_size, bad ? pen.waiting() : good, ui::Align::left, true);
}

void draw_holder(const BoardView& view, const ArrayPlace& place) {
  const BoardPen& pen = view.pen;
  const int holder = view.holder_of(place.array);
  const stage::CellState* cell = view.cell_state(place.array, 0);
  const bool has_value = cell != nullptr && cell->written;  // unlike memory that has been freed
  std::string text = has_value ? "open" : "";
  const float size = view.layout.sizes.label;
  const float left = place.cells.right + 10 * pen.unit();
  if (holder >= 0) {
    const stage::ThreadInfo& info = view.moment.trace.threads[static_cast<std::size_t>(holder)];
    text = std::to_string(info.thread);
    if (view.layout.blocks.size() > 1) text += " of block " + std::to_string(info.block);
    const std::string in_full = "held by thread " + text;
    const bool has_room = left + pen.sized_width(in_full, size, true) <= place.box.right;
    text = has_room ? in_full : "held by " + text;
  }
  pen.sized(left, middle(place.cells).y, text, size,
            holder >= 0 ? pen.theme().text : pen.theme().dim, ui::Align::left, holder >= 0);
}

/// Says below an array with lanes in its cells which cell a lane reads, "lane i reads data[at[i]]",
/// and what it costs to read that index.
void draw_rule_of_lanes(const BoardView& view, const ArrayPlace& place) {
  const BoardPen& pen = view.pen;
  const stage::ArrayInfo& info = view.info(place);
  const ArrayPlace indices{.array = info.addresses, .size = place.size};
  const stage::ArrayInfo& of_indices = view.info(indices);
  std::string text = "lane i reads " + info.name + "[" + of_indices.name + "[i]]";
  const auto reads = accesses(view, indices);
  const std::vector<std::string> cost = reads.empty()
                                            ? std::vector<std::string>{}
                                            : cost_wordings(view, of_indices, reads.size() > 1);
  if (!cost.empty()) text += "; " + of_indices.name + ": " + cost.front();
  const float size = view.layout.sizes.small;
  const float y = place.box.bottom - kWordsBelowLanes / 2 * size;
  pen.sized(place.cells.left, y, text, size, reads.empty() ? pen.theme().dim : pen.reading(),
            ui::Align::left, !reads.empty(), place.box.right - place.cells.left);
}

void draw_words(const BoardView& view, const ArrayPlace& place) {
  if (place.array < 0 || !is_seen(place.box)) return;
  draw_heading(view, place, accesses(view, place));
  draw_indices(view, place);
  if (!place.lanes || !view.layout.sizes.words_below_lanes) return;
  draw_sector_columns(view.pen, place, view.info(place), view.layout.sizes.small);
  draw_rule_of_lanes(view, place);
}

void draw_array(const BoardView& view, const ArrayPlace& place) {
  if (place.array < 0 || !is_seen(place.box)) return;
  // An array that threads wait for forever is marked by its arrows alone.
  const auto actions =
      view.is_waited_for(place.array) ? std::vector<const stage::Action*>{} : accesses(view, place);
  if (place.values) {
    draw_cells(view, place);
  } else {
    draw_dense(view, place);
  }
  const stage::ArrayInfo& info = view.info(place);
  const bool has_sectors = info.space != Space::shared;
  const ImVec4 colour = only_reads(actions) ? view.pen.reading() : view.pen.theme().accent;
  if (has_sectors) fill_sectors(view.pen, place, info, actions, colour);
  if (place.lanes) {
    draw_lanes(view, place);
  } else {
    draw_touched_cells(view, place, actions);
  }
  if (has_sectors) frame_sectors(view.pen, place, info, actions);
  if (info.is_mutex) draw_holder(view, place);
  const StageCell& asked = view.model.asked;
  if (asked.array == place.array && asked.index >= 0 && asked.index < place.size) {
    view.pen.frame(grown(place.cell(asked.index), 2 * view.pen.unit()), view.pen.theme().text,
                   2.5F * view.pen.unit(), 3 * view.pen.unit());
  }
}

}  // namespace

void draw_board_arrays(const BoardView& view, bool with_values) {
  for (const ArrayPlace& place : view.layout.arrays) {
    if (place.values == with_values) draw_array(view, place);
  }
  for (const BlockPlace& block : view.layout.blocks) {
    for (const ArrayPlace& place : block.shared) {
      if (place.values == with_values) draw_array(view, place);
    }
    if (!with_values) draw_board_banks(view, block);
  }
}

ui::Box name_box(const BoardView& view, const ArrayPlace& place) {
  const float half = view.layout.sizes.label / 2;
  const float y = (place.heading.top + place.heading.bottom) / 2;
  const float name_right = name_of(view, place).second;
  const float gap = 8 * view.pen.unit();
  const PlaceWord where = place_word(view, place, name_right + gap);
  const float right = where.width > 0 ? name_right + gap + where.width : name_right;
  return {place.heading.left, y - half, right, y + half};
}

void draw_board_names(const BoardView& view) {
  for (const ArrayPlace& place : view.layout.arrays) draw_words(view, place);
  for (const BlockPlace& block : view.layout.blocks) {
    for (const ArrayPlace& place : block.shared) draw_words(view, place);
  }
}

}  // namespace heatwave::stage_room
