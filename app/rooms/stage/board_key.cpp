// Draws the key below the board: the signs of threads, the arrows and the marks of cells.
#include "app/rooms/stage/board_key.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/rooms/stage/play_rules.h"
#include "app/ui/controls.h"
#include "app/words/numbers.h"

namespace heatwave::stage_room {
namespace {

constexpr float kKeyLine = 26;
constexpr float kKeyWidth =
    620;                       // the signs of threads, the arrows and their words fit in one line
constexpr float kKeyGap = 20;  ///< least space between entries
constexpr int kLanesOfGpu = 32;

/// Returns the notes on how many lanes a real warp has, from long to short; those of the play have
/// fewer.
std::array<std::string, 3> warp_notes(int lanes) {
  const std::string here = words::counted(lanes, "lane", "lanes");
  return {"a warp has " + here + " here, 32 on a GPU", "warp: " + here + " here, 32 on a GPU",
          "warp: " + std::to_string(lanes) + ", on a GPU 32"};
}

constexpr float kNoteGap = 16;  ///< space before the note

/// Returns the width of the shortest note; 0: there is none.
float least_note_width(const BoardPen& pen, int lanes) {
  if (lanes >= kLanesOfGpu) return 0.0F;
  const float width = pen.sized_width(warp_notes(lanes).back(), pen.legible());
  return width + (kNoteGap + kKeyGap) * pen.unit();
}

/// Says at the right end of the line how many lanes a real warp has, if those of the play have
/// fewer.
void draw_warp_note(const ui::Look& look, const BoardPen& pen, const ui::Box& line, int lanes,
                    float room) {
  if (lanes >= kLanesOfGpu) return;
  const float gap = kNoteGap * pen.unit();
  for (const std::string& text : warp_notes(lanes)) {
    const float width = pen.sized_width(text, pen.legible()) + gap;
    if (width > room) continue;
    pen.sized(line.right, (line.top + line.bottom) / 2, text, pen.legible(), pen.theme().dim,
              ui::Align::right);
    note_box(look, "warp size", {line.right - width + gap, line.top, line.right, line.bottom});
    return;
  }
}

/// The sample that an entry of the key explains.
enum class KeySample : std::uint8_t {
  sign,
  read,
  write,
  atomic,
  queue,  ///< the sign of waiting, and the arrow of an atomic that waits
  sector,
  unwritten,
  choice,
  answer
};

struct KeyEntry {
  KeySample sample = KeySample::sign;
  Doing doing = Doing::absent;
  const char* word = "";
};

bool has_action(const BoardView& view, stage::Op op) {
  return view.last != nullptr &&
         std::any_of(view.last->actions.begin(), view.last->actions.end(),
                     [op](const stage::Action& action) { return action.op == op; });
}

constexpr const char* kWaits = "waits";
constexpr const char* kSector = "sector: 32 bytes, the least that memory delivers";
constexpr const char* kBriefSector = "sector: 32 bytes";

/// Returns the entries for all signs of the play but the answers to a condition, always in this
/// order.
std::vector<KeyEntry> key_entries(const StageView& context) {
  const PlaySigns& signs = context.model.play->signs();
  // The threads of a play that is chosen by hand are still to end.
  const bool goes_on =
      context.snapshot.stage.settings.schedule.kind == stage::Schedule::Kind::chosen;
  std::vector<KeyEntry> entries;
  const auto add = [&](bool is_there, Doing doing, const char* word) {
    if (is_there) entries.push_back({.doing = doing, .word = word});
  };
  add(true, Doing::ready, "ready");
  add(true, Doing::acting, "acting");
  add(signs.idle, Doing::idle, "idle");
  add(signs.barrier, Doing::barrier, "at a barrier");
  add(signs.spinning, Doing::spinning, "spinning");
  add(signs.waiting && !signs.queue, Doing::waiting, kWaits);
  add(signs.done || goes_on, Doing::done, "done");
  if (signs.read) entries.push_back({.sample = KeySample::read, .word = "read"});
  if (signs.write) entries.push_back({.sample = KeySample::write, .word = "write"});
  if (signs.atomic) entries.push_back({.sample = KeySample::atomic, .word = "atomic"});
  if (signs.queue) entries.push_back({KeySample::queue, Doing::waiting, kWaits});
  add(signs.conflict && !signs.queue && !signs.waiting, Doing::waiting, "waits for its bank");
  if (signs.unwritten) entries.push_back({.sample = KeySample::unwritten, .word = "not written"});
  if (goes_on) entries.push_back({.sample = KeySample::choice, .word = "can run next"});
  if (signs.sector) entries.push_back({.sample = KeySample::sector, .word = kSector});
  return entries;
}

constexpr float kKeySample = 20;      ///< width of a sample, and the space before its word
constexpr float kKeyWideSample = 40;  ///< width of a sample of two marks

float sample_width(const KeyEntry& entry) {
  const bool has_two = entry.sample == KeySample::answer || entry.sample == KeySample::queue;
  return has_two ? kKeyWideSample : kKeySample;
}

float width_of(const BoardPen& pen, const KeyEntry& entry) {
  return sample_width(entry) * pen.unit() + pen.sized_width(entry.word, pen.legible());
}

std::vector<float> widths_of(const BoardPen& pen, std::span<const KeyEntry> entries) {
  std::vector<float> widths;
  for (const KeyEntry& entry : entries) widths.push_back(width_of(pen, entry));
  return widths;
}

/// Returns whether an action of this kind in the last step has an arrow; where it has none, its
/// cell alone has the colour.
bool has_arrow(const BoardView& view, stage::Op op) {
  if (view.last == nullptr) return false;
  return std::any_of(view.last->actions.begin(), view.last->actions.end(),
                     [&](const stage::Action& action) {
                       if (action.op != op) return false;
                       const ArrayPlace* place = view.layout.place_of_array(action.array);
                       return place != nullptr && !place->lanes &&
                              (place->index_below || !view.shows_lanes(*place));
                     });
}

Curve level(ImVec2 from, ImVec2 to) { return {from, from, to, to}; }

void draw_key_entry(const BoardView& view, const KeyEntry& entry, float x, float y) {
  const BoardPen& pen = view.pen;
  const float u = pen.unit();
  const ImVec4 waits = view.colour_of(Doing::waiting);
  const ui::Box sample{x, y - 7 * u, x + 14 * u, y + 7 * u};
  const Arrow arrow(level({x, y}, {x + 14 * u, y}));
  switch (entry.sample) {
    case KeySample::sign:
      pen.sign(entry.doing, {x + 6 * u, y}, 6 * u, view.colour_of(entry.doing));
      break;
    case KeySample::read:
      if (!has_arrow(view, stage::Op::load) && view.reads.empty()) {
        pen.fill(sample, pen.reading(), 3 * u);
        break;
      }
      draw_read_arrow(pen, arrow, pen.reading(), 2 * u);
      break;
    case KeySample::write:
      if (!has_arrow(view, stage::Op::store)) {
        pen.fill(sample, pen.theme().accent, 3 * u);
        break;
      }
      draw_arrow(pen, arrow, pen.theme().accent, 2 * u);
      break;
    case KeySample::atomic:
      draw_arrow(pen, arrow, pen.theme().accent, 1.5F * u);
      draw_arrow(pen, arrow.reversed(), pen.theme().accent, 1.5F * u);
      break;
    case KeySample::sector:
      pen.fill(sample,
               ui::with_alpha(
                   has_action(view, stage::Op::load) ? pen.reading() : pen.theme().accent, 0.3F),
               3 * u);
      pen.frame(sample, pen.theme().text, 2 * u, 3 * u);
      break;
    case KeySample::queue:
      pen.sign(Doing::waiting, {x + 6 * u, y}, 6 * u, waits);
      draw_arrow(pen, Arrow(level({x + 18 * u, y}, {x + 34 * u, y})), waits, 2 * u, true);
      break;
    case KeySample::unwritten:
      pen.hatch_cell(sample, pen.neutral(0.4F));
      pen.frame(sample, pen.neutral(0.4F), 1 * u);
      break;
    case KeySample::choice:
      pen.dashed_frame(sample, pen.theme().accent, 2 * u);
      break;
    case KeySample::answer:
      draw_answer(pen, {x, y - 8 * u, x + 15 * u, y + 8 * u}, true, "y", pen.legible());
      draw_answer(pen, {x + 18 * u, y - 8 * u, x + 33 * u, y + 8 * u}, false, "n", pen.legible());
      break;
  }
  pen.sized(x + sample_width(entry) * u, y, entry.word, pen.legible(), pen.theme().text);
}

/// Returns whether some thread of the shown launch has this sign now.
bool is_on_board(const BoardView& view, Doing doing) {
  const stage::Trace& trace = view.moment.trace;
  for (std::size_t i = 0; i < trace.threads.size(); ++i) {
    const int thread = static_cast<int>(i);
    if (trace.threads[i].launch != view.layout.launch) continue;
    if (view.sign_of(thread) == doing) return true;
  }
  return false;
}

/// Returns whether an array of the launch has a cell that is not written and is drawn so.
bool has_unwritten(const BoardView& view) {
  const std::vector<stage::ArrayInfo>& arrays = view.moment.trace.arrays;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const stage::ArrayInfo& array = arrays[i];
    const bool is_shared = array.space == stage::Space::shared;
    if (is_shared && (array.size > kMostCellsWithValues || array.launch != view.layout.launch)) {
      continue;
    }
    const std::vector<stage::CellState>& cells = view.moment.state.arrays[i];
    if (!std::all_of(cells.begin(), cells.end(),
                     [](const stage::CellState& cell) { return cell.written; })) {
      return true;
    }
  }
  return false;
}

/// Returns whether the board shows now what the entry explains.
bool is_on_board(const BoardView& view, const KeyEntry& entry) {
  switch (entry.sample) {
    case KeySample::sign:
      return is_on_board(view, entry.doing);
    case KeySample::read:
      return (has_action(view, stage::Op::load) && !view.is_stuck()) || !view.reads.empty();
    case KeySample::write:
      return has_action(view, stage::Op::store) && !view.is_stuck();
    case KeySample::atomic:
      return has_action(view, stage::Op::atomic) && !view.is_stuck();
    case KeySample::queue:
      return is_on_board(view, entry.doing) ||
             (view.last != nullptr && view.last->cost.waiting > 0);
    case KeySample::sector:
      return view.last != nullptr && view.last->cost.sectors > 0 && view.last->cost.lanes > 1 &&
             !view.is_stuck();
    case KeySample::unwritten:
      return has_unwritten(view);
    case KeySample::choice:
      return view.moment.choosing;
    case KeySample::answer:
      return true;
  }
  return false;
}

/// Returns the lanes of a warp if some block has several warps, else those of a GPU's.
int lanes_to_explain(const stage::Trace& trace) {
  int lanes = 0;
  bool has_warps = false;
  for (const stage::ThreadInfo& thread : trace.threads) {
    lanes = std::max(lanes, thread.lane + 1);
    has_warps = has_warps || thread.warp > 0;
  }
  return has_warps ? lanes : kLanesOfGpu;
}

}  // namespace

float board_key_height(const ui::Box& area, float unit) {
  constexpr float kLeastWithKey = 240;  // a lower board needs the room
  if (area.height() < kLeastWithKey * unit) return 0.0F;
  return (area.width() < kKeyWidth * unit ? 2 : 1) * kKeyLine * unit;
}

std::optional<KeyGrid> key_grid(std::span<const float> widths, const KeyRoom& room) {
  constexpr int kMostColumns = 64;  // a wide entry takes many
  const float widest = widths.empty() ? 0.0F : *std::max_element(widths.begin(), widths.end());
  const float whole = room.width + room.gap;  // no gap is needed after the last column
  const int fitting = std::clamp(static_cast<int>(whole / (widest + room.gap)), 1, kMostColumns);
  const int first = room.is_tight ? kMostColumns : fitting;
  for (int columns = first; columns <= kMostColumns; ++columns) {
    KeyGrid grid{
        .lines = room.lines, .columns = columns, .width = whole / static_cast<float>(columns)};
    grid.columns_of_last = static_cast<int>((whole - room.kept) / grid.width + 0.001F);
    int next = 0;
    for (const float width : widths) {
      const int span = grid.span_of(width + room.gap);
      while (next < grid.lines * columns && !grid.has_room(next, span)) ++next;
      grid.cells.push_back(next);
      next += span;
    }
    if (widths.empty() || grid.cells.back() < grid.lines * columns) return grid;
  }
  return std::nullopt;
}

bool KeyGrid::has_room(int cell, int span) const {
  const bool is_last = cell / columns + 1 == lines;
  return cell / columns < lines && cell % columns + span <= (is_last ? columns_of_last : columns);
}

void draw_board_key(const StageView& context, const BoardView& view, const ui::Box& area) {
  const BoardPen& pen = view.pen;
  const float u = pen.unit();
  const float indent = 12 * u;
  const int lanes = lanes_to_explain(view.moment.trace);
  KeyRoom room{.lines = std::max(1, static_cast<int>(std::lround(area.height() / (kKeyLine * u)))),
               .width = area.width() - indent,
               .gap = kKeyGap * u,
               .kept = 0};
  KeyRoom room_beside_note = room;
  room_beside_note.kept = least_note_width(pen, lanes);
  std::vector<KeyEntry> entries = key_entries(context);
  const auto keep_shown = [&] {
    std::erase_if(entries, [&](const KeyEntry& entry) { return !is_on_board(view, entry); });
  };
  // Each sign of the play has a place of its own, which is empty while the board does not show the
  // sign: the key lists what is in sight, and nothing in it moves.
  std::optional<KeyGrid> grid = key_grid(widths_of(pen, entries), room_beside_note);
  // The entries that are least missed go first, until the rest has room.
  const auto keep_without = [&](const KeyRoom& wanted, const auto& shorten) {
    if (grid) return;
    shorten();
    grid = key_grid(widths_of(pen, entries), wanted);
  };
  const auto rename = [&](KeySample sample, const char* word) {
    for (KeyEntry& entry : entries) {
      if (entry.sample == sample) entry.word = word;
    }
  };
  const auto drop = [&](KeySample sample) {
    std::erase_if(entries, [sample](const KeyEntry& entry) { return entry.sample == sample; });
  };
  keep_without(room_beside_note, [&] { rename(KeySample::sector, kBriefSector); });
  // These have no places of their own. In their step they stand in places that are empty.
  std::vector<KeyEntry> guests;
  keep_without(room_beside_note, [&] {
    drop(KeySample::sector);
    const KeyEntry sector{.sample = KeySample::sector, .word = kBriefSector};
    if (is_on_board(view, sector)) guests.push_back(sector);
    room.is_tight = room_beside_note.is_tight = true;
  });
  keep_without(room, [] {});  // the note goes before places
  keep_without(room_beside_note, keep_shown);
  keep_without(room, [] {});
  if (!grid) return;
  if (has_action(view, stage::Op::branch)) {
    guests.push_back({.sample = KeySample::answer, .word = "condition"});
  }
  std::vector<bool> taken(static_cast<std::size_t>(grid->lines * grid->columns));
  const auto draw_entry = [&](const KeyEntry& entry, int cell) {
    const float x = area.left + indent + static_cast<float>(cell % grid->columns) * grid->width;
    const float top = area.top + static_cast<float>(cell / grid->columns) * kKeyLine * u;
    const float width = width_of(pen, entry);
    draw_key_entry(view, entry, x, top + kKeyLine / 2 * u);
    note_box(context, "key/" + std::string(entry.word), {x, top, x + width, top + kKeyLine * u});
    const int span = grid->span_of(width + room.gap);
    std::fill_n(taken.begin() + cell, span, true);
  };
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (is_on_board(view, entries[i])) draw_entry(entries[i], grid->cells[i]);
  }
  grid->columns_of_last = grid->columns;  // the note gives way to them
  for (const KeyEntry& guest : guests) {
    const int span = grid->span_of(width_of(pen, guest) + room.gap);
    for (int cell = 0; cell + span <= static_cast<int>(taken.size()); ++cell) {
      const auto begin = taken.begin() + cell;
      if (!grid->has_room(cell, span) || std::find(begin, begin + span, true) != begin + span) {
        continue;
      }
      draw_entry(guest, cell);
      break;
    }
  }
  const int last_line = (grid->lines - 1) * grid->columns;
  int end = grid->columns;  // begin of the free places at the end of the last line
  while (end > 0 && !taken[static_cast<std::size_t>(last_line + end - 1)]) --end;
  const float free = room.width - static_cast<float>(end) * grid->width;
  const float top = area.top + static_cast<float>(grid->lines - 1) * kKeyLine * u;
  draw_warp_note(context, pen, {area.left, top, area.right, top + kKeyLine * u}, lanes, free);
}

}  // namespace heatwave::stage_room
