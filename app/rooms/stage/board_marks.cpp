// Draws over the board: the arrows of the last step and its faults.
#include "app/rooms/stage/board_arrows.h"
#include "app/rooms/stage/board_view.h"
#include "app/rooms/stage/thread_badges.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/ui/box.h"
#include "kernels/stage/contention.h"

namespace heatwave::stage_room {
namespace {

using stage::FaultKind;
using stage::Op;

bool inside(const ArrayPlace* place, std::int64_t index) {
  return place != nullptr && index >= 0 && index < place->size;
}

// Accesses ------------------------------------------------------------------------------------

constexpr std::size_t kMany = 16;        // with more arrows, each is faint: they cross the threads
constexpr float kTravelSeconds = 0.35F;  // from one end of an arrow to the other

Ends ends_of(const BoardView& view, const stage::Action& action) {
  const bool is_access = action.op == Op::load || action.op == Op::store ||
                         action.op == Op::atomic || action.op == Op::print;
  if (!is_access || action.array < 0) return {};
  const ArrayPlace* array = view.layout.place_of_array(action.array);
  if (!inside(array, action.index)) return {};
  if (array->lanes || view.shows_lanes(*array)) return {};  // lanes are drawn in their cells
  return {array, view.layout.place_of_thread(action.thread)};
}

/// Returns the distance of an action's arrow from the usual way, in units: reads keep at the left
/// of the writes of the same step, and an atomic that waits at the right of the one that it waits
/// for.
float shift_of(const BoardView& view, const stage::Action& action) {
  constexpr float kApart = 3.5F;
  if (stage::waits_for_turn(*view.last, action)) return kApart;
  if (view.reads.empty()) return 0;
  return action.op == Op::load ? -kApart : kApart;
}

Arrow arrow_of(const BoardView& view, const stage::Action& action, const Ends& ends) {
  // Few arrows have room beside the words in the block.
  const bool few = view.last->actions.size() <= kFewAccesses;
  const Arrow load =
      arrow_to_thread(view, ends, action.index,
                      {.titles = few ? words_above(view, action.thread) : std::vector<ui::Box>{},
                       .shift = shift_of(view, action)});
  return action.op == Op::load ? load : load.reversed();
}

/// Returns how strong the arrows of a step's accesses are.
float strength_of_accesses(const BoardView& view) {
  const std::size_t arrows = view.last->actions.size();
  return arrows <= kFewAccesses ? 1.0F : arrows <= kMany ? 0.85F : 0.65F;
}

float width_of_access(const BoardView& view) {
  return (view.last->actions.size() <= kFewAccesses ? 2.5F : 1.5F) * view.pen.unit();
}

void draw_access(const BoardView& view, const stage::Action& action, const Arrow& arrow, bool waits,
                 float ink) {
  const BoardPen& pen = view.pen;
  const float width = width_of_access(view);
  if (action.op == Op::load) {
    const ImVec4 colour = waits ? pen.waiting() : pen.reading();
    return draw_read_arrow(pen, arrow, ui::with_alpha(colour, ink), width, waits);
  }
  const ImVec4 colour = waits ? pen.waiting() : pen.theme().accent;
  draw_arrow(pen, arrow, ui::with_alpha(colour, ink), width, waits);
  if (action.op == Op::atomic && !waits) {
    // An atomic reads and writes, so its arrow has two heads.
    draw_arrow(pen, arrow.reversed(), colour, width);
  }
}

/// Draws the few reads of earlier steps whose values the last step writes.
void draw_earlier_reads(const BoardView& view) {
  if (view.reads.size() > kFewAccesses) return;  // their cells are marked
  for (const stage::Action* read : view.reads) {
    const Ends ends = ends_of(view, *read);
    if (ends.thread == nullptr) continue;
    draw_read_arrow(view.pen, arrow_of(view, *read, ends), view.pen.reading(),
                    1.75F * view.pen.unit());
  }
}

// Faults --------------------------------------------------------------------------------------

void outline_thread(const BoardView& view, int thread, ImVec4 colour) {
  const ThreadPlace* place = view.layout.place_of_thread(thread);
  if (place == nullptr || place->card.height() <= 0) return;
  const float u = view.pen.unit();
  view.pen.frame(grown(view.card_of(*place), 3 * u), colour, 3 * u, 8 * u);
}

void outline_fault(const BoardView& view, int thread) {
  outline_thread(view, thread, view.pen.theme().error);
}

void draw_cell_fault(const BoardView& view, const stage::Fault& fault) {
  const ArrayPlace* array = view.layout.place_of_array(fault.array);
  for (const int thread : fault.threads) outline_fault(view, thread);
  if (!inside(array, fault.index)) return;
  const float u = view.pen.unit();
  const ui::Box cell = array->cell(fault.index);
  view.pen.frame(grown(cell, 3 * u), view.pen.theme().error, 3 * u, 3 * u);
}

/// Draws arrows from the earlier threads of a race to the cell; the acting thread has its arrow
/// already.
void draw_race_arrows(const BoardView& view, const stage::Fault& fault) {
  const ArrayPlace* array = view.layout.place_of_array(fault.array);
  if (!inside(array, fault.index)) return;
  const float u = view.pen.unit();
  for (const int thread : fault.threads) {
    const ThreadPlace* place = view.layout.place_of_thread(thread);
    if (place == nullptr || view.action_of(thread) != nullptr) continue;
    const Arrow load = arrow_to_thread(view, {array, place}, fault.index, {.rim = 3 * u});
    draw_arrow(view.pen, load.reversed(), view.pen.theme().error, 2.5F * u, true);
  }
}

/// Returns the box around the cards of some threads of one block.
ui::Box around(const BoardView& view, const std::vector<int>& threads) {
  ui::Box all;
  bool any = false;
  for (const int thread : threads) {
    const ThreadPlace* place = view.layout.place_of_thread(thread);
    if (place == nullptr) continue;
    const ui::Box card = view.card_of(*place);
    all = any ? all.around(card) : card;
    any = true;
  }
  return all;
}

/// Returns the threads that the spinning threads wait for: the holder of the mutex, or the threads
/// of their block at a barrier, which would set the flag after it.
std::vector<int> awaited_by(const BoardView& view, const stage::Fault& fault) {
  const int holder = view.holder_of(fault.array);
  if (view.layout.place_of_thread(holder) != nullptr) return {holder};
  std::vector<int> awaited;
  if (fault.threads.empty()) return awaited;
  const BlockPlace* block = view.layout.block_of_thread(fault.threads.front());
  if (block == nullptr) return awaited;
  for (const ThreadPlace& place : block->threads) {
    if (view.doing(place.thread) == Doing::barrier) awaited.push_back(place.thread);
  }
  return awaited;
}

/// Returns the spinning threads in the circle: all of them for a mutex, otherwise those of the
/// first block that the fault names, because each block has a circle of its own.
std::vector<int> spinning_in_circle(const BoardView& view, const stage::Fault& fault) {
  if (fault.threads.empty() || view.holder_of(fault.array) >= 0) return fault.threads;
  const auto block_of = [&](int thread) {
    return view.moment.trace.threads[static_cast<std::size_t>(thread)].block;
  };
  std::vector<int> spinning;
  for (const int thread : fault.threads) {
    if (block_of(thread) == block_of(fault.threads.front())) spinning.push_back(thread);
  }
  return spinning;
}

/// Returns the cell that the first spinning thread read last.
std::int64_t asked_index(const BoardView& view, const stage::Fault& fault) {
  const std::vector<stage::Step>& steps = view.moment.trace.steps;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    for (const stage::Action& action : step->actions) {
      const bool asks = action.thread == fault.threads.front() && action.array == fault.array;
      if (asks) return action.index;
    }
  }
  return fault.index;
}

/// The circle of a deadlock: the spinning threads want the mutex or flag, and the threads that hold
/// it or would set it wait for them.
struct WaitingCircle {
  std::vector<int> spinning;
  std::vector<int> awaited;
  bool is_held = false;  ///< by an awaited thread
  ui::Box lock;
  std::vector<Arrow> wants;   ///< from the spinning threads to the lock
  std::optional<Arrow> held;  ///< from the lock to the threads that are awaited
};

/// The part of a lock's width at which the arrow of a thread ends.
struct Landing {
  int thread = -1;
  float from = 0.0F, to = 1.0F;
};

/// Gives the arrows of the threads parts of a lock's width in the order of their cards, a wider one
/// to the awaited thread, so that none covers its head.
std::vector<Landing> landings_of(const BoardView& view, std::vector<int> threads, int awaited) {
  std::erase_if(threads,
                [&](int thread) { return view.layout.place_of_thread(thread) == nullptr; });
  const auto x_of = [&](int thread) { return view.layout.place_of_thread(thread)->card.left; };
  std::stable_sort(threads.begin(), threads.end(),
                   [&](int one, int other) { return x_of(one) < x_of(other); });
  const float wide = std::max(1.0F, static_cast<float>(threads.size()) / 4);
  const float all = static_cast<float>(threads.size()) - 1 + wide;
  std::vector<Landing> landings;
  float from = 0.0F;
  for (const int thread : threads) {
    const float to = from + (thread == awaited ? wide : 1.0F) / all;
    landings.push_back({thread, from, to});
    from = to;
  }
  return landings;
}

std::optional<WaitingCircle> circle_of(const BoardView& view, const stage::Fault& fault) {
  if (!fault.stops_all()) return {};
  WaitingCircle circle{.spinning = spinning_in_circle(view, fault)};
  const ArrayPlace* mutex = view.layout.place_of_array(fault.array);
  if (mutex == nullptr || circle.spinning.empty()) return {};
  const float rim = 3 * view.pen.unit();
  const std::int64_t asked = asked_index(view, fault);
  if (!inside(mutex, asked)) return {};
  circle.lock = grown(mutex->cell(asked), rim);
  circle.awaited = awaited_by(view, fault);
  circle.is_held = view.holder_of(fault.array) >= 0;
  std::vector<int> ends = circle.spinning;
  const int awaited = circle.awaited.empty() ? -1 : circle.awaited[circle.awaited.size() / 2];
  if (awaited >= 0) ends.push_back(awaited);
  const std::vector<Landing> landings = landings_of(view, std::move(ends), awaited);
  for (const Landing& landing : landings) {
    const ThreadPlace* place = view.layout.place_of_thread(landing.thread);
    std::vector<ui::Box> titles = words_above(view, landing.thread);
    for (ui::Box& title : titles) title = grown(title, rim);
    const Arrow arrow = arrow_to_thread(
        view, {mutex, place}, asked,
        {.rim = rim, .titles = std::move(titles), .from = landing.from, .to = landing.to});
    if (landing.thread == awaited) {
      circle.held = arrow;
    } else {
      circle.wants.push_back(arrow.reversed());
    }
  }
  return circle;
}

constexpr float kBracketGap = 6;  ///< between the cards and the bracket below them

/// Returns whether the arrow back has a head at each spinning thread: few of them stand in one row
/// with the awaited ones.
bool has_heads_at_all(const BoardView& view, const WaitingCircle& circle) {
  const float bottom = around(view, circle.awaited).bottom;
  return circle.spinning.size() <= kFewAccesses &&
         std::all_of(circle.spinning.begin(), circle.spinning.end(), [&](int thread) {
           const ThreadPlace* place = view.layout.place_of_thread(thread);
           return place != nullptr && std::abs(view.card_of(*place).bottom - bottom) < 1;
         });
}

/// Returns the arrows from the awaited threads back to the spinning ones, below the cards: to each
/// of them, or to the bracket below all.
std::vector<Arrow> arrows_back(const BoardView& view, const WaitingCircle& circle) {
  const float u = view.pen.unit();
  const ui::Box card = around(view, circle.awaited);
  const ui::Box others = around(view, circle.spinning);
  const float y = std::max(card.bottom, others.bottom) + 4 * u;
  const float half = view.layout.sizes.label * 0.7F;  // half the height of the plate
  const float lowest = ImGui::GetWindowPos().y + ImGui::GetWindowHeight() - half;
  const float deep = y + std::clamp(lowest - y, 8 * u, 26 * u);
  const ImVec2 from{middle(card).x, card.bottom + 1 * u};
  std::vector<Arrow> arrows;
  const auto add = [&](ImVec2 to) {
    arrows.push_back(rounded_way({from, {from.x, deep}, {to.x, deep}, to}, 8 * u));
  };
  if (!has_heads_at_all(view, circle)) {
    add({middle(others).x, others.bottom + (kBracketGap + 1) * u});
    return arrows;
  }
  for (const int thread : circle.spinning) {
    const ui::Box each = view.card_of(*view.layout.place_of_thread(thread));
    add({middle(each).x, each.bottom + 1 * u});
  }
  return arrows;
}

/// Returns "1–3" for threads of one block, which the words on the arrows name; empty: there are
/// several blocks.
std::string numbers_of(const BoardView& view, const std::vector<int>& threads) {
  const auto& all = view.moment.trace.threads;
  std::vector<int> numbers;
  for (const int thread : threads) {
    const stage::ThreadInfo& info = all[static_cast<std::size_t>(thread)];
    if (info.block != all[static_cast<std::size_t>(threads.front())].block) return "";
    numbers.push_back(info.thread);
  }
  std::sort(numbers.begin(), numbers.end());
  return number_ranges(numbers);
}

/// Returns "threads 1–3 want it" or "thread 0 waits for 1–3", without the first word where there is
/// no room for it.
std::string who_does(const BoardView& view, const std::string& who, bool is_one,
                     const std::string& does, float room) {
  if (who.empty()) return does;
  const std::string brief = who + ' ' + does;
  const std::string in_full = (is_one ? "thread " : "threads ") + brief;
  const float width = view.pen.sized_width(in_full, view.layout.sizes.label, true);
  return width <= room ? in_full : brief;
}

/// Draws a bracket below several threads that an arrow means together.
void draw_bracket(const BoardView& view, const std::vector<int>& threads, ImVec4 colour) {
  if (threads.size() < 2) return;
  const float u = view.pen.unit();
  const ui::Box cards = around(view, threads);
  const float y = cards.bottom + kBracketGap * u;
  const float top = cards.bottom + 1 * u;
  view.pen.line({cards.left, y}, {cards.right, y}, colour, 3 * u);
  for (const float x : {cards.left, cards.right}) {
    view.pen.line({x, top}, {x, y + 1.5F * u}, colour, 3 * u);
  }
}

/// Who waits has the colour of faults; who holds the lock is told from that by another one.
void draw_arrows_of_circle(const BoardView& view, const WaitingCircle& circle) {
  const ui::Theme& theme = view.pen.theme();
  const float u = view.pen.unit();
  for (const Arrow& arrow : circle.wants) draw_arrow(view.pen, arrow, theme.error, 3 * u);
  if (circle.held) draw_arrow(view.pen, *circle.held, theme.text, 2.5F * u);
}

/// Returns the point of an arrow that is nearest to a height.
ImVec2 point_at_height(const Arrow& arrow, float y) {
  constexpr int kPoints = 64;
  ImVec2 best = arrow.at(0.5F);
  for (int i = 0; i <= kPoints; ++i) {
    const ImVec2 at = arrow.at(static_cast<float>(i) / kPoints);
    if (std::abs(at.y - y) < std::abs(best.y - y)) best = at;
  }
  return best;
}

/// Writes on the arrows between the lock and the block, each word on the outer side of its arrow.
void draw_words_of_circle(const BoardView& view, const WaitingCircle& circle) {
  const BoardPen& pen = view.pen;
  const float u = pen.unit();
  const float size = view.layout.sizes.label;
  const ImVec4 colour = pen.theme().error;
  const BlockPlace* block = view.layout.block_of_thread(circle.spinning.front());
  const float edge = block == nullptr ? circle.lock.bottom : block->box.top;
  // The arrows of a lock beside the cards of its block pass below the block's upper edge.
  const bool beside = block != nullptr && circle.lock.top > edge &&
                      circle.lock.top < around(view, circle.spinning).bottom;
  const float highest = ImGui::GetWindowPos().y + size * 0.7F;  // half the height of the plate
  const float y = beside ? std::max(edge, highest) : (circle.lock.bottom + edge) / 2;
  float free = view.layout.box.left + 6 * u;  // where the next word may begin
  // The words beside a lock that is held say by whom.
  if (circle.held && !circle.is_held) {
    const std::string word = "is set by";
    const ImVec2 at = point_at_height(*circle.held, y);
    const float left = std::max(free, at.x + 8 * u - pen.sized_width(word, size, true));
    pen.sized_on_plate(left, y, word, size, pen.theme().text, ui::Align::left);
    free = left + pen.sized_width(word, size, true) + 14 * u;
  }
  if (circle.wants.empty()) return;
  // Only the last arrow has its word.
  const ImVec2 at = point_at_height(circle.wants.back(), y);
  const float left = std::max(free, at.x - 8 * u);
  const bool is_one = circle.spinning.size() == 1;
  const float right = ImGui::GetWindowPos().x + ImGui::GetWindowWidth() - 8 * u;
  const std::string word = who_does(view, numbers_of(view, circle.spinning), is_one,
                                    is_one ? "wants it" : "want it", right - left);
  pen.sized_on_plate(left, y, word, size, colour, ui::Align::left);
}

/// Draws the circle's outlines and words, and the way back.
void draw_circle_of_waiting(const BoardView& view, const stage::Fault& fault) {
  const auto circle = circle_of(view, fault);
  if (!circle) {
    for (const int thread : spinning_in_circle(view, fault)) outline_fault(view, thread);
    return;
  }
  const BoardPen& pen = view.pen;
  const float u = pen.unit();
  const ImVec4 colour = pen.theme().error;
  // The cards of its threads have the colour of the fault.
  pen.frame(circle->lock, colour, 3 * u, 4 * u);
  draw_words_of_circle(view, *circle);
  if (circle->awaited.empty()) return;
  const std::vector<Arrow> back = arrows_back(view, *circle);
  if (back.size() < circle->spinning.size()) draw_bracket(view, circle->spinning, colour);
  for (const Arrow& arrow : back) draw_arrow(pen, arrow, colour, 3 * u);
  const std::string others = numbers_of(view, circle->spinning);
  const bool is_one = circle->awaited.size() == 1;
  std::string does = is_one ? "waits for" : "wait for";
  if (!others.empty()) does += ' ' + others;
  // The word stands in the middle of the arrows, below all cards, between their ends.
  const Arrow& way = back.back();
  const ImVec2 at = way.at(0.5F);
  const float room = std::abs(way.to().x - way.from().x) - 16 * u;
  const std::string word = who_does(view, numbers_of(view, circle->awaited), is_one, does, room);
  pen.sized_on_plate(at.x, at.y, word, view.layout.sizes.label, colour);
}

}  // namespace

std::vector<std::optional<Arrow>> ways_of_accesses(const BoardView& view) {
  std::vector<std::optional<Arrow>> ways;
  if (view.last == nullptr) return ways;
  for (const stage::Action& action : view.last->actions) {
    const Ends ends = ends_of(view, action);
    ways.push_back(ends.thread == nullptr ? std::optional<Arrow>{} : arrow_of(view, action, ends));
  }
  return ways;
}

void draw_board_accesses(const BoardView& view) {
  for (const stage::Fault* fault : view.faults) {
    if (fault->kind == FaultKind::race) draw_race_arrows(view, *fault);
  }
  if (view.last == nullptr) return;
  const bool circle =
      std::any_of(view.faults.begin(), view.faults.end(),
                  [](const stage::Fault* fault) { return fault->kind == FaultKind::deadlock; });
  for (const stage::Fault* fault : view.faults) {
    if (const auto waiting = circle_of(view, *fault)) draw_arrows_of_circle(view, *waiting);
  }
  if (circle) return;  // the circle's arrows take the same routes
  draw_earlier_reads(view);
  const float ink = strength_of_accesses(view);
  for (std::size_t i = 0; i < view.ways.size(); ++i) {
    const stage::Action& action = view.last->actions[i];
    if (!view.ways[i]) continue;
    draw_access(view, action, *view.ways[i], view.waits_for_turn(action.thread), ink);
  }
}

namespace {

/// Draws the head of an arrow that writes above its cell, which would hide part of it.
void draw_head_at_cell(const BoardView& view, const stage::Action& action, const Arrow& arrow) {
  const ArrayPlace* array = view.layout.place_of_array(action.array);
  if (array == nullptr || !array->values || action.op == Op::load) return;
  const BoardPen& pen = view.pen;
  const bool waits = view.waits_for_turn(action.thread);
  const float length = head_length(width_of_access(view), pen.unit());
  const ArrowHead head = head_of(arrow, length);
  pen.list().AddTriangleFilled(head.tip, head.one, head.other,
                               ui::packed_colour(waits ? pen.waiting() : pen.theme().accent));
}

}  // namespace

void draw_board_heads_at_cells(const BoardView& view) {
  if (view.last == nullptr || view.is_stuck()) return;
  for (std::size_t i = 0; i < view.ways.size(); ++i) {
    if (view.ways[i]) draw_head_at_cell(view, view.last->actions[i], *view.ways[i]);
  }
}

void draw_board_values_under_way(const BoardView& view) {
  if (view.last == nullptr || view.seconds >= kTravelSeconds ||
      view.last->actions.size() > kFewAccesses) {
    return;
  }
  const float part = view.seconds / kTravelSeconds;
  for (std::size_t i = 0; i < view.ways.size(); ++i) {
    if (!view.ways[i]) continue;
    const stage::Action& action = view.last->actions[i];
    // The movement is slow at both ends.
    const ImVec2 at = view.ways[i]->at(part * part * (3 - 2 * part));
    view.pen.sized_on_plate(at.x, at.y, board_value(action.value), view.layout.sizes.value,
                            action.op == Op::load ? view.pen.reading() : view.pen.theme().accent);
  }
}

void draw_board_faults(const BoardView& view) {
  for (const stage::Fault* fault : view.faults) {
    switch (fault->kind) {
      case FaultKind::race:
      case FaultKind::unwritten:
      case FaultKind::outside:
      case FaultKind::result:
        draw_cell_fault(view, *fault);
        break;
      case FaultKind::deadlock:
      case FaultKind::livelock:
        draw_circle_of_waiting(view, *fault);
        break;
      case FaultKind::barrier:
      case FaultKind::endless:
        for (const int thread : fault->threads) outline_fault(view, thread);
        break;
    }
  }
}

}  // namespace heatwave::stage_room
