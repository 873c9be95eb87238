// Draws blocks on the board: warps of threads, their registers, and the barrier.
#include "app/rooms/stage/board_changes.h"
#include "app/rooms/stage/board_scalars.h"
#include "app/rooms/stage/board_view.h"

#include <algorithm>
#include <string>
#include <vector>

#include "app/ui/box.h"

namespace heatwave::stage_room {
namespace {

using stage::Op;
using stage::Status;

struct BarrierState {
  int waiting = 0;
  int threads = 0;
  bool arrives = false;  ///< a thread arrived in the last step
  bool opened = false;   ///< the last thread arrived in the last step
  bool broken = false;   ///< some threads will never arrive
};

BarrierState barrier_state(const BoardView& view, const BlockPlace& block) {
  BarrierState state{.threads = static_cast<int>(block.threads.size())};
  for (const ThreadPlace& place : block.threads) {
    const stage::ThreadState* thread = view.thread_state(place.thread);
    if (thread != nullptr && thread->status == Status::barrier) ++state.waiting;
    const stage::Action* action = view.action_of(place.thread);
    if (action != nullptr && action->op == Op::barrier) state.arrives = true;
  }
  state.opened = state.arrives && state.waiting == 0;
  for (const stage::Fault* fault : view.faults) {
    if (fault->kind != stage::FaultKind::barrier || fault->threads.empty()) continue;
    const int at = fault->threads.front();
    state.broken = view.moment.trace.threads[static_cast<std::size_t>(at)].block == block.block;
  }
  return state;
}

/// Returns a short word for an action, to stand above the card.
std::string tag_of(const stage::Action& action) {
  switch (action.op) {
    case Op::load:
      return "load";
    case Op::store:
      return "store";
    case Op::atomic:
      return std::string(stage::name_of(action.atomic)).substr(6);  // drops "atomic"
    case Op::barrier:
      return "barrier";
    case Op::fence:
      return "fence";
    case Op::compute:
      return "compute";
    case Op::print:
      return "print";
    case Op::reconverge:
      return "meet";
    case Op::shuffle:
      return "shuffle";
    case Op::vote:
      return "vote";
    case Op::grid_barrier:
      return "barrier";
    case Op::branch:  // has its answer
    case Op::start:
    case Op::host:
    case Op::launch:
    case Op::finish:
      break;
  }
  return "";
}

/// If many threads act alike, their arrows show it.
bool is_told_by_arrows(const BoardView& view, const stage::Action& action) {
  constexpr std::size_t kMany = 8;
  return action.array >= 0 && view.last->actions.size() > kMany;
}

/// Words of neighbouring cards keep apart.
float room_of_tag(const BoardPen& pen, const ui::Box& card, float width) {
  return std::min(width, card.width() - 1 * pen.unit());
}

/// Answers the condition of the lit line above a card: "yes" or "no", and "y" or "n" where the card
/// is narrow.
void draw_answer_tag(const BoardView& view, const ui::Box& card, bool yes) {
  const BoardPen& pen = view.pen;
  const float u = pen.unit();
  const float size = view.layout.sizes.small;
  const float wide = pen.sized_width("yes", size, true) + 4 * u;
  const bool has_room = wide <= card.width();
  const float half = (has_room ? wide : card.width() - 2 * u) / 2;
  // It keeps as far from the card as from the frame of the warp above it.
  const ImVec2 centre{middle(card).x, card.top - view.layout.sizes.tag() / 2};
  const ui::Box plate{centre.x - half, centre.y - size * 0.41F, centre.x + half,
                      centre.y + size * 0.41F};
  pen.clear_for_word(plate, true);
  const std::string word = yes ? "yes" : "no";
  draw_answer(pen, plate, yes, has_room ? word : word.substr(0, 1), size);
}

void draw_tag(const BoardView& view, const ui::Box& card, const stage::Action& action) {
  if (action.op == Op::branch) return draw_answer_tag(view, card, action.value != 0.0);
  const BoardPen& pen = view.pen;
  const float size = view.layout.sizes.small;
  const std::string word = tag_of(action);
  if (word.empty()) return;
  const float wide = std::min(pen.sized_width(word, size, true) + 8 * pen.unit(), card.width());
  const float within = room_of_tag(pen, card, wide);
  if (pen.sized_width(word, pen.legible(), true) > within) return;
  const ImVec2 centre{middle(card).x, card.top - size * 0.55F};
  pen.clear_for_word(
      {centre.x - wide / 2, centre.y - size * 0.48F, centre.x + wide / 2, centre.y + size * 0.48F},
      true);
  const ImVec4 colour = action.op == Op::load                ? pen.reading()
                        : view.waits_for_turn(action.thread) ? pen.waiting()
                                                             : pen.theme().accent;
  pen.sized(centre.x, centre.y, word, size, colour, ui::Align::centre, true, within);
}

/// `changes`: size of old and new values side by side; 0: there is no room for both.
void draw_registers(const BoardView& view, const ThreadPlace& place, const ui::Box& card, float top,
                    bool dim, float changes) {
  const BoardPen& pen = view.pen;
  const BoardSizes& sizes = view.layout.sizes;
  if (view.thread_state(place.thread) == nullptr || !sizes.registers) return;
  const std::span<const stage::LocalState> variables = view.moment.state.variables_of(place.thread);
  const bool waits = view.waits_for_turn(place.thread);
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const stage::LocalState& local = variables[i];
    if (!local.is_set) continue;
    const std::string& name = view.moment.trace.variable(place.thread, i);
    const auto row = std::find(view.layout.locals.begin(), view.layout.locals.end(), name) -
                     view.layout.locals.begin();
    if (row == static_cast<std::ptrdiff_t>(view.layout.locals.size())) continue;
    const float y = top + (static_cast<float>(row) + 0.5F) * sizes.register_row();
    if (y + sizes.value * 0.5F > card.bottom + 2 * pen.unit()) continue;
    const stage::Change* change = change_of(view, place.thread, i);
    const bool changed = change != nullptr;
    const float half = sizes.register_row() / 2;
    if (changed && waits) {  // its value comes only after those of the threads before it
      pen.sized(middle(card).x, y, "…", sizes.value, pen.waiting(), ui::Align::centre, true);
      continue;
    }
    if (changed && is_set_after(view, *change)) {
      const float rim = changes > 0 ? kBesideChange * pen.unit() : 0.0F;
      draw_value_set_after(view,
                           {card.left + rim, y - half + 1 * pen.unit(), card.right - rim, y + half},
                           *change, changes);
      continue;
    }
    const ImVec4 colour = changed ? pen.theme().accent : dim ? pen.theme().dim : pen.theme().text;
    const std::string value = board_value(local.value);
    const float room = card.width() - 4 * pen.unit();
    const bool is_strong = changed && pen.sized_width(value, sizes.value, true) <= room;
    pen.sized(middle(card).x, y, value, sizes.value, colour, ui::Align::centre, is_strong, room);
  }
}

void draw_card_face(const BoardPen& pen, const ui::Box& card, float head_bottom, Doing doing,
                    const CardFace& face) {
  const float u = pen.unit();
  const float round = 6 * u;
  pen.fill(card, pen.theme().panel, round);  // hides what lies behind
  if (doing == Doing::absent) return pen.dashed_frame(card, pen.neutral(0.38F), 1 * u);
  pen.fill(card, face.body, round);
  if (face.head.w > 0) pen.fill({card.left, card.top, card.right, head_bottom}, face.head, round);
  pen.frame(card, face.rim, face.rim_width * u, round);
}

/// Draws a thread of a folded block: the sign of what it does.
void draw_folded_thread(const BoardView& view, const ThreadPlace& place) {
  const BoardPen& pen = view.pen;
  const Doing sign = view.sign_of(place.thread);
  const float half = place.card.width() * 0.36F;
  const ImVec2 centre = middle(place.card);
  if (sign == Doing::absent) {
    pen.list().AddCircleFilled(centre, half * 0.3F, ui::packed_colour(pen.theme().dim));
  }
  pen.sign(sign, centre, half, view.colour_of(sign));
  if (view.can_be_chosen(place.thread)) {
    pen.dashed_frame(place.card, pen.theme().accent, 2 * pen.unit());
  }
}

/// Draws the row of folded blocks; the place of the open one stays, marked.
void draw_folded(const BoardView& view) {
  const BoardPen& pen = view.pen;
  const float u = pen.unit();
  const float size = view.layout.sizes.label;
  for (const BlockPlace& folded : view.layout.folded) {
    const BlockPlace& block = view.layout.blocks[static_cast<std::size_t>(folded.block)];
    const ui::Box& box = folded.box;
    if (box.height() <= 0) continue;
    if (folded.block == 0) {
      pen.sized(box.left - 8 * u, middle(box).y, "blocks", size, pen.theme().dim, ui::Align::right);
    }
    pen.fill(box, pen.neutral(block.folded ? BoardPen::kBlockGround : 0.1F), 6 * u);
    pen.frame(box, pen.neutral(block.folded ? 0.3F : 0.6F), (block.folded ? 1.0F : 2.0F) * u,
              6 * u);
    pen.sized(box.left + 6 * u, middle(box).y, std::to_string(folded.block), size, pen.theme().text,
              ui::Align::left, true);
    for (const ThreadPlace& place : folded.threads) draw_folded_thread(view, place);
  }
}

/// The sizes of a card's number and of the sign beside it, equal for all threads of a block.
struct HeadSizes {
  float number;       ///< size of the text
  float half;         ///< half the side of the sign's square
  float sign;         ///< width that the sign takes
  bool is_crowded;    ///< the widest number and a sign of the usual size do not fit side by side
  bool holds_a_sign;  ///< even a crowded card has room for a sign
};

HeadSizes head_sizes(const BoardView& view, float card_width, std::size_t threads) {
  const BoardPen& pen = view.pen;
  const BoardSizes& sizes = view.layout.sizes;
  const float u = pen.unit();
  const float sign_of_half = sizes.tight ? 2.25F : 2.6F;
  const std::string widest = std::to_string(std::max<std::size_t>(threads, 1) - 1);
  HeadSizes head{.number = sizes.value * 1.05F,
                 .half = sizes.value * (sizes.tight ? 0.21F : 0.27F)};
  head.sign = head.half * sign_of_half;
  if (pen.sized_width(widest, head.number, true) + head.sign > card_width - 1 * u) {
    head.number = std::min(head.number, pen.legible());
  }
  const float room = card_width - 3 * u - pen.sized_width(widest, head.number, true);
  head.is_crowded = room < head.sign;
  if (head.is_crowded) head.half = std::max(0.0F, room / sign_of_half);
  head.sign = head.half * sign_of_half;
  head.holds_a_sign = head.half >= 2 * u;
  return head;
}

void draw_thread(const BoardView& view, const BlockPlace& block, const ThreadPlace& place,
                 float changes) {
  const BoardPen& pen = view.pen;
  const BoardSizes& sizes = view.layout.sizes;
  const float u = pen.unit();
  const ui::Box card = view.card_of(place);
  if (!is_seen(grown(card, 2 * sizes.tag()))) return;
  const float head_bottom = place.head_bottom + card.top - place.card.top;
  const stage::Action* action = view.action_of(place.thread);
  const bool acts = action != nullptr;
  const Doing face = view.sign_of(place.thread);
  draw_card_face(pen, card, head_bottom, face, card_face(pen, face, acts, view.colour_of(face)));
  const bool is_dim = face == Doing::done || face == Doing::absent || face == Doing::idle;
  const ImVec4 ink = acts ? pen.theme().on_accent : is_dim ? pen.theme().dim : pen.theme().text;
  const std::string number =
      std::to_string(view.moment.trace.threads[static_cast<std::size_t>(place.thread)].thread);
  const HeadSizes head = head_sizes(view, card.width(), block.threads.size());
  Doing sign = face;
  // On a crowded card the fill alone shows what is ready, what acts, and what is done.
  const bool fill_shows_it =
      sign == Doing::ready || sign == Doing::acting || sign == Doing::idle || sign == Doing::done;
  if (head.is_crowded && (fill_shows_it || !head.holds_a_sign)) sign = Doing::absent;
  const float sign_width = sign == Doing::absent ? 0.0F : head.sign;
  const float left = middle(card).x - (pen.sized_width(number, head.number, true) + sign_width) / 2;
  const float y = (card.top + head_bottom) / 2;
  pen.sign(sign, {left + head.half, y}, head.half, acts ? ink : view.colour_of(sign));
  pen.sized(left + sign_width, y, number, head.number, ink, ui::Align::left, true);
  draw_registers(view, place, card, head_bottom + 2 * u, is_dim, changes);
  const bool has_tag = action != nullptr && !is_told_by_arrows(view, *action) && !view.is_stuck();
  if (has_tag) draw_tag(view, card, *action);
  if (view.model.followed == place.thread) {
    pen.frame(grown(card, 2.5F * u), pen.theme().text, 2.5F * u, 8 * u);
  }
  if (view.can_be_chosen(place.thread)) {
    pen.dashed_frame(grown(card, 6 * u), pen.theme().accent, 3 * u);
  }
}

void draw_barrier(const BoardView& view, const BlockPlace& block, const BarrierState& state) {
  const BoardPen& pen = view.pen;
  const float u = pen.unit();
  if (block.barriers.empty()) return;
  const float left = block.box.left + 5 * u;
  float right = block.box.right - 5 * u;
  for (const ArrayPlace& array : block.shared) {
    const bool beside = array.box.top < block.barriers.front();
    if (beside) right = std::min(right, array.box.left - 5 * u);
  }
  for (const float y : block.barriers) {
    if (state.waiting > 0) {
      const ImVec4 colour = state.broken ? pen.theme().error : pen.waiting();
      pen.line({left, y}, {right, y}, colour, 4 * u);
    } else if (state.opened) {
      pen.dashed({left, y}, {right, y}, pen.theme().accent, 4 * u);
    } else {
      pen.dashed({left, y}, {right, y}, pen.neutral(0.22F), 1 * u);
    }
  }
}

std::string title_of(const BoardView& view, const BlockPlace& block) {
  std::string title = "block " + std::to_string(block.block);
  // Without the row of folded blocks, the title says that there are others.
  const auto& folded = view.layout.folded;
  if (folded.size() > 1 && folded.front().box.height() <= 0) {
    title += " of 0–" + std::to_string(folded.size() - 1);
  }
  return title;
}

/// Returns how many threads of the block acted in the last step.
int acting_in(const BoardView& view, const BlockPlace& block) {
  return static_cast<int>(std::count_if(
      block.threads.begin(), block.threads.end(),
      [&](const ThreadPlace& place) { return view.action_of(place.thread) != nullptr; }));
}

constexpr float kRimOfCounts = 7;  ///< space at both ends of the counts on their plate, in units

/// Says on a plate at the right end of a line how many threads of the block acted in the last step,
/// unless all did, and how many wait at the barrier.
void draw_counts(const BoardView& view, const BlockPlace& block, const BarrierState& state,
                 const ui::Box& line) {
  const BoardPen& pen = view.pen;
  const float size = view.layout.sizes.label;
  const int acting = acting_in(view, block);
  const std::string all = " of " + std::to_string(state.threads);
  const std::string number = std::to_string(acting) + all;
  const char* verb = acting == 1 ? " acts" : " act";
  const std::string wait =
      std::to_string(state.waiting) + (state.waiting == 1 ? " waits" : " wait");
  struct Wording {
    std::string acts;
    std::string waits;
  };
  std::vector<Wording> wordings;
  if (state.opened) {
    wordings = {{"all arrived", ""}};
  } else if (acting == 0 || state.arrives || view.is_stuck()) {
    if (state.waiting == 0) return;
    wordings = {{"", std::to_string(state.waiting) + all + " wait"}, {"", wait}};
  } else if (state.waiting > 0) {
    wordings = {
        {number + " threads" + verb, ", " + wait}, {number + verb, ", " + wait}, {"", wait}};
  } else if (acting < state.threads) {
    wordings = {{number + " threads" + verb, ""}, {number + verb, ""}};
  } else {
    return;
  }
  const auto width_of = [&](const Wording& each) {
    return pen.sized_width(each.acts + each.waits, size, true);
  };
  const auto fits = std::find_if(wordings.begin(), wordings.end(), [&](const Wording& each) {
    return width_of(each) <= line.width();
  });
  const Wording& shown = fits == wordings.end() ? wordings.back() : *fits;
  if (pen.sized_width(shown.acts + shown.waits, pen.legible(), true) > line.width()) return;
  const float width = std::min(line.width(), width_of(shown));
  const float left = line.right - width;
  const float rim = kRimOfCounts * pen.unit();
  const float half = kHalfOfCounts * size;
  const ui::Box plate{left - rim, line.top - half, line.right + rim, line.top + half};
  pen.fill(plate, pen.theme().panel, half);
  pen.fill(plate, pen.neutral(0.12F), half);
  pen.frame(plate, pen.neutral(0.45F), 1 * pen.unit(), half);
  const float acts = std::min(width, pen.sized_width(shown.acts, size, true));
  if (!shown.acts.empty()) {
    pen.sized(left, line.top, shown.acts, size, pen.theme().accent, ui::Align::left, true, acts);
  }
  if (shown.waits.empty()) return;
  pen.sized(line.right, line.top, shown.waits, size,
            state.broken ? pen.theme().error : pen.waiting(), ui::Align::right, true, width - acts);
}

void draw_title(const BoardView& view, const BlockPlace& block, const BarrierState& state) {
  const BoardPen& pen = view.pen;
  const float u = pen.unit();
  const float size = view.layout.sizes.label;
  const ui::Box place = title_box(view, block);
  const float y = middle(place).y;
  pen.clear_for_word({place.left - 1 * u, place.top, place.right + 1 * u, place.bottom}, true);
  pen.sized(place.left, y, title_of(view, block), size, pen.theme().text, ui::Align::left, true);
  // Counts interrupt the lower edge; but below a circle of waiting threads there are arrows.
  const float counts = view.is_stuck() ? y : block.box.bottom;
  float free = view.is_stuck() ? place.right + 20 * u : block.box.left + (8 + kRimOfCounts) * u;
  // Without arrays the title's line has the numbers of the launch; one block says them for all.
  const bool says_scalars =
      view.layout.arrays.empty() && (block.block == 0 || !view.layout.folded.empty());
  const std::string scalars =
      says_scalars ? scalars_text(view.moment.trace, view.layout.launch) : "";
  const float left = place.right + 20 * u;
  const float width = pen.sized_width(scalars, size, true);
  if (!scalars.empty() && left + width <= block.box.right - 8 * u) {
    const float rim = 4 * u;
    pen.clear_for_word({left - rim, y - size * 0.45F, left + width + rim, y + size * 0.45F}, true);
    pen.sized(left, y, scalars, size, pen.theme().text, ui::Align::left, true);
    if (y == counts) free = left + width + 14 * u;
  }
  draw_counts(view, block, state, {free, counts, block.box.right - (8 + kRimOfCounts) * u, counts});
}

void draw_block(const BoardView& view, const BlockPlace& block) {
  const BoardPen& pen = view.pen;
  const float u = pen.unit();
  const bool active = view.last != nullptr && view.last->block == block.block &&
                      view.last->launch == view.layout.launch;
  pen.fill(block.box, pen.neutral(BoardPen::kBlockGround), 8 * u);
  pen.frame(block.box, pen.neutral(active ? 0.6F : 0.3F), (active ? 2.0F : 1.5F) * u, 8 * u);
  for (const ui::Box& warp : block.warps) pen.frame(warp, pen.neutral(0.24F), 1 * u, 6 * u);
  draw_barrier(view, block, barrier_state(view, block));
}

/// Returns "warp 0", or "w0" where the warp is narrow.
std::string warp_title(const BoardView& view, const BlockPlace& block, std::size_t warp) {
  const std::string number = std::to_string(warp);
  const float room = block.warps[warp].right - block.titles[warp].left - 2 * view.pen.unit();
  const float width = view.pen.sized_width("warp " + number, view.layout.sizes.small);
  return (width <= room ? "warp " : "w") + number;
}

/// Draws titles of warps and register names, above the arrows.
void draw_words(const BoardView& view, const BlockPlace& block) {
  const BoardPen& pen = view.pen;
  const BoardSizes& sizes = view.layout.sizes;
  const float u = pen.unit();
  for (std::size_t warp = 0; warp < block.titles.size(); ++warp) {
    const ui::Box place = warp_title_box(view, block, warp);
    pen.clear_for_word({place.left - 2 * u, place.top, place.right + 2 * u, place.bottom}, true);
    pen.sized(place.left, middle(place).y, warp_title(view, block, warp), sizes.small,
              pen.theme().dim);
  }
  for (const ImVec2 at : block.names) {
    for (std::size_t i = 0; i < view.layout.locals.size() && sizes.registers; ++i) {
      const float y = at.y + 2 * u + (static_cast<float>(i) + 0.5F) * sizes.register_row();
      pen.sized(at.x, y, view.layout.locals[i], sizes.small, pen.theme().dim, ui::Align::right);
    }
  }
}

}  // namespace

bool access_has_tag(const BoardView& view, const ui::Box& card, const stage::Action& action) {
  // The words of a circle of waiting say what its threads do.
  if (is_told_by_arrows(view, action) || view.is_stuck()) return false;
  const float width = view.pen.sized_width(tag_of(action), view.pen.legible(), true);
  return width > 0 && width <= card.width() - 1 * view.pen.unit();
}

ui::Box title_box(const BoardView& view, const BlockPlace& block) {
  const BoardPen& pen = view.pen;
  const float size = view.layout.sizes.label;
  const float left = block.box.left + 8 * pen.unit();
  const float y = block.box.top + size * 0.7F;
  return {left, y - size * 0.45F, left + pen.sized_width(title_of(view, block), size, true),
          y + size * 0.45F};
}

ui::Box warp_title_box(const BoardView& view, const BlockPlace& block, std::size_t warp) {
  const ui::Box& place = block.titles[warp];
  const float width = view.pen.sized_width(warp_title(view, block, warp), view.layout.sizes.small);
  return {place.left, place.top, place.left + width, place.bottom};
}

void draw_board_blocks(const BoardView& view) {
  for (const BlockPlace& block : view.layout.blocks) {
    if (!block.folded) draw_block(view, block);
  }
}

void draw_board_threads(const BoardView& view) {
  const float changes = size_of_changes(view);
  for (const BlockPlace& block : view.layout.blocks) {
    if (block.folded) continue;
    draw_words(view, block);
    for (const ThreadPlace& place : block.threads) draw_thread(view, block, place, changes);
  }
  draw_folded(view);
}

void draw_board_titles(const BoardView& view) {
  for (const BlockPlace& block : view.layout.blocks) {
    if (!block.folded) draw_title(view, block, barrier_state(view, block));
  }
}

}  // namespace heatwave::stage_room
