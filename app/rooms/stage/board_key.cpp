// Draws the key below the board: the signs of threads, the arrows and the marks of cells.
#include "app/rooms/stage/board_key.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
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
    620;  // the signs of threads, the arrows and their words fit in one line
constexpr int kLanesOfGpu = 32;

/// Says at the right end of the line how many lanes a real warp has, if those of the play have
/// fewer.
void draw_warp_note(const ui::Look& look, const BoardPen& pen, const ui::Box& line, int lanes,
                    float room) {
  if (lanes >= kLanesOfGpu) return;
  const std::string here = words::counted(lanes, "lane", "lanes");
  const std::array texts{"a warp has " + here + " here, 32 on a GPU",
                         "warp: " + here + " here, 32 on a GPU",
                         "warp: " + std::to_string(lanes) + ", on a GPU 32"};
  const float gap = 16 * pen.unit();
  for (const std::string& text : texts) {
    const float width = pen.sized_width(text, pen.legible()) + gap;
    if (width > room) continue;
    pen.sized(line.right, (line.top + line.bottom) / 2, text, pen.legible(), pen.theme().dim,
              ui::Align::right);
    note_box(look, "warp size", {line.right - width + gap, line.top, line.right, line.bottom});
    return;
  }
}

/// The sample that an entry of the key explains.
enum class KeySample : std::uint8_t { sign, read, write, atomic, queue, unwritten, choice, answer };

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

/// Returns the entries for all signs of the play, always in this order; the answers to a condition
/// are explained only in their step.
std::vector<KeyEntry> key_entries(const StageView& context, const BoardView& view) {
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
  add(signs.waiting, Doing::waiting, "waits");
  add(signs.done || goes_on, Doing::done, "done");
  if (signs.read) entries.push_back({.sample = KeySample::read, .word = "read"});
  if (signs.write) entries.push_back({.sample = KeySample::write, .word = "write"});
  if (signs.atomic) entries.push_back({.sample = KeySample::atomic, .word = "atomic"});
  if (signs.queue) entries.push_back({.sample = KeySample::queue, .word = "waits its turn"});
  if (signs.unwritten) entries.push_back({.sample = KeySample::unwritten, .word = "not written"});
  if (view.moment.choosing) {
    entries.push_back({.sample = KeySample::choice, .word = "can run next"});
  }
  if (has_action(view, stage::Op::branch)) {
    entries.push_back({.sample = KeySample::answer, .word = "condition holds or not"});
  }
  return entries;
}

constexpr float kKeySample = 20;      ///< width of a sample, and the space before its word
constexpr float kKeyWideSample = 40;  ///< width of a sample of two marks
constexpr float kKeyGap = 20;         ///< least space between entries

float sample_width(const KeyEntry& entry) {
  const bool has_two = entry.sample == KeySample::answer || entry.sample == KeySample::queue;
  return has_two ? kKeyWideSample : kKeySample;
}

float width_of(const BoardPen& pen, const KeyEntry& entry) {
  return sample_width(entry) * pen.unit() + pen.sized_width(entry.word, pen.legible());
}

/// Returns the width of entries side by side.
float width_of(const BoardPen& pen, std::span<const KeyEntry> entries) {
  float width = 0.0F;
  for (const KeyEntry& entry : entries) width += width_of(pen, entry) + kKeyGap * pen.unit();
  return width - kKeyGap * pen.unit();
}

/// Returns the entries line by line, with as many in each line; empty: they do not fit.
std::vector<std::span<const KeyEntry>> key_lines(const BoardPen& pen,
                                                 std::span<const KeyEntry> entries,
                                                 std::size_t most, float width) {
  for (std::size_t count = 1; count <= most; ++count) {
    const std::size_t in_line = (entries.size() + count - 1) / count;
    std::vector<std::span<const KeyEntry>> lines;
    bool fits = true;
    for (std::size_t first = 0; first < entries.size(); first += in_line) {
      lines.push_back(entries.subspan(first, std::min(in_line, entries.size() - first)));
      fits = fits && width_of(pen, lines.back()) <= width;
    }
    if (fits) return lines;
  }
  return {};
}

Curve level(ImVec2 from, ImVec2 to) { return {from, from, to, to}; }

/// Draws an entry; the words of what the board does not show now are dim.
void draw_key_entry(const BoardPen& pen, const KeyEntry& entry, float x, float y, bool is_shown) {
  const float u = pen.unit();
  const ui::Box sample{x, y - 7 * u, x + 14 * u, y + 7 * u};
  const Arrow arrow(level({x, y}, {x + 14 * u, y}));
  switch (entry.sample) {
    case KeySample::sign:
      pen.sign(entry.doing, {x + 6 * u, y}, 6 * u, pen.colour_of(entry.doing));
      break;
    case KeySample::read:
      draw_read_arrow(pen, arrow, pen.reading(), 2 * u);
      break;
    case KeySample::write:
      draw_arrow(pen, arrow, pen.theme().accent, 2 * u);
      break;
    case KeySample::atomic:
      draw_arrow(pen, arrow, pen.theme().accent, 1.5F * u);
      draw_arrow(pen, arrow.reversed(), pen.theme().accent, 1.5F * u);
      break;
    case KeySample::queue:
      pen.sign(Doing::waiting, {x + 6 * u, y}, 6 * u, pen.waiting());
      draw_arrow(pen, Arrow(level({x + 18 * u, y}, {x + 34 * u, y})), pen.waiting(), 2 * u, true);
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
  pen.sized(x + sample_width(entry) * u, y, entry.word, pen.legible(),
            is_shown ? pen.theme().text : pen.theme().dim);
}

/// Returns whether some thread of the shown launch has this sign now.
bool is_on_board(const BoardView& view, Doing doing) {
  const stage::Trace& trace = view.moment.trace;
  for (std::size_t i = 0; i < trace.threads.size(); ++i) {
    const int thread = static_cast<int>(i);
    if (trace.threads[i].launch != view.layout.launch) continue;
    if (view.doing(thread) == doing) return true;
    if (doing == Doing::acting && view.action_of(thread) != nullptr) return true;
  }
  return false;
}

/// Returns whether the board shows now what the entry explains; what is not written is left out.
bool is_on_board(const BoardView& view, const KeyEntry& entry) {
  switch (entry.sample) {
    case KeySample::sign:
      return is_on_board(view, entry.doing);
    case KeySample::read:
      return has_action(view, stage::Op::load) || !view.reads.empty();
    case KeySample::write:
      return has_action(view, stage::Op::store);
    case KeySample::atomic:
      return has_action(view, stage::Op::atomic);
    case KeySample::queue:
      return view.last != nullptr && view.last->cost.waiting > 0;
    case KeySample::unwritten:
      break;
    case KeySample::choice:
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

void draw_board_key(const StageView& context, const BoardView& view, const ui::Box& area) {
  const BoardPen& pen = view.pen;
  const float u = pen.unit();
  const float indent = 12 * u;
  std::vector<KeyEntry> entries = key_entries(context, view);
  const auto most = std::max<std::size_t>(
      1, static_cast<std::size_t>(std::lround(area.height() / (kKeyLine * u))));
  const float width = area.width() - indent;
  auto lines = key_lines(pen, entries, most, width);
  if (lines.empty()) {
    for (KeyEntry& entry : entries) {
      if (entry.sample == KeySample::answer) entry.word = "condition";
    }
    lines = key_lines(pen, entries, most, width);
  }
  if (lines.empty()) {
    std::erase_if(entries, [&](const KeyEntry& entry) { return !is_on_board(view, entry); });
    lines = key_lines(pen, entries, most, width);
  }
  if (lines.empty()) {
    std::erase_if(entries, [](const KeyEntry& entry) { return entry.sample == KeySample::answer; });
    lines = key_lines(pen, entries, most, width);
  }
  ui::Box line{area.left + indent, area.top, area.right, area.top + kKeyLine * u};
  for (const std::span<const KeyEntry> in_line : lines) {
    if (in_line.data() == lines.back().data()) {
      const float room = line.width() - width_of(pen, in_line) - kKeyGap * u;
      draw_warp_note(context, pen, line, lanes_to_explain(view.moment.trace), room);
    }
    float x = line.left;
    for (const KeyEntry& entry : in_line) {
      const bool is_shown = entry.sample == KeySample::unwritten || is_on_board(view, entry);
      draw_key_entry(pen, entry, x, (line.top + line.bottom) / 2, is_shown);
      const float right = x + width_of(pen, entry);
      note_box(context, "key/" + std::string(entry.word), {x, line.top, right, line.bottom});
      x = right + kKeyGap * u;
    }
    line.top += kKeyLine * u;
    line.bottom += kKeyLine * u;
  }
}

}  // namespace heatwave::stage_room
