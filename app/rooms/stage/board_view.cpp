// Draws the elements of the board: text of any size, signs and arrows; and reads the state of a
// moment.
#include "app/rooms/stage/board_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

namespace heatwave::stage_room {
namespace {

constexpr float kPi = std::numbers::pi_v<float>;

ImVec4 rgb(int red, int green, int blue) {
  return {static_cast<float>(red) / 255.0F, static_cast<float>(green) / 255.0F,
          static_cast<float>(blue) / 255.0F, 1.0F};
}

}  // namespace

ImVec4 waiting_colour(const ui::Theme& theme) {
  return theme.dark ? rgb(0x6F, 0xB4, 0xFF) : rgb(0x15, 0x5B, 0xB5);
}

ImVec4 BoardPen::spinning() const {
  return theme().dark ? rgb(0xCC, 0xA0, 0xFF) : rgb(0x78, 0x38, 0xB4);
}

ImVec4 BoardPen::reading() const {
  return theme().dark ? rgb(0x4E, 0xD8, 0xB4) : rgb(0x00, 0x68, 0x52);
}

ImVec4 BoardPen::colour_of(Doing doing) const {
  switch (doing) {
    case Doing::acting:
      return theme().accent;
    case Doing::barrier:
    case Doing::waiting:
      return waiting();
    case Doing::spinning:
      return spinning();
    case Doing::ready:
      return theme().text;
    case Doing::absent:
    case Doing::idle:
    case Doing::done:
      break;
  }
  return theme().dim;
}

float BoardPen::sized_width(const std::string& text, float size, bool strong) const {
  ImFont* font = strong ? fonts_.strong : fonts_.body;
  return font->CalcTextSizeA(size, 1e6F, 0.0F, text.c_str()).x;
}

std::string BoardPen::rounded(const std::string& text, float size, float room, bool strong) const {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  const bool is_fraction = *end == '\0' && text.find('.') != std::string::npos;
  if (!is_fraction) return text;
  std::string shorter = text;
  for (int digits = 3; digits >= 1 && sized_width(shorter, size, strong) > room; --digits) {
    const std::string few = fmt::format("{:.{}g}", value, digits);
    if (few.size() < shorter.size()) shorter = few;
  }
  return shorter;
}

void BoardPen::sized(float x, float y, const std::string& whole, float size, ImVec4 colour,
                     ui::Align align, bool strong, float room) const {
  std::string text = whole;
  float wide = sized_width(text, size, strong);
  if (room > 0 && wide > room) {
    size = std::max(size * room / wide, std::min(size, legible()));
    text = rounded(text, size, room, strong);
    wide = sized_width(text, size, strong);
  }
  if (smallest_ != nullptr) *smallest_ = std::min(*smallest_, size);
  const float left = align == ui::Align::left     ? x
                     : align == ui::Align::centre ? x - wide / 2
                                                  : x - wide;
  // Large text uses the large font so that it stays sharp.
  ImFont* font = size > fonts_.size * 1.15F ? fonts_.strong : strong ? fonts_.strong : fonts_.body;
  list().AddText(font, size, {std::round(left), std::round(y - size / 2)},
                 ui::packed_colour(colour), text.c_str());
}

void BoardPen::sized_on_plate(float x, float y, const std::string& text, float size, ImVec4 colour,
                              ui::Align align) const {
  const float wide = sized_width(text, size, true);
  const float left = align == ui::Align::left     ? x
                     : align == ui::Align::centre ? x - wide / 2
                                                  : x - wide;
  const ui::Box plate{left - 5 * unit(), y - size * 0.58F, left + wide + 5 * unit(),
                      y + size * 0.58F};
  fill(plate, theme().panel, 4 * unit());
  frame(plate, ui::with_alpha(colour, 0.6F), 1 * unit(), 4 * unit());
  sized(left, y, text, size, colour, ui::Align::left, true);
}

float BoardPen::size_within(ImVec2 box, const std::string& word) const {
  // Digits are lower than their line, and may come near the edges of the box.
  constexpr float kOfHeight = 1.15F;
  const float at_legible = sized_width(word, legible(), true);
  const float size = std::min(kOfHeight * box.y, legible() * (box.x - 1 * unit()) / at_legible);
  return size < legible() ? 0.0F : size;
}

void BoardPen::word_in(const ui::Box& box, const std::string& word, float size,
                       ImVec4 colour) const {
  if (size <= 0) return;
  sized((box.left + box.right) / 2, (box.top + box.bottom) / 2, word, size, colour,
        ui::Align::centre, true);
}

void BoardPen::clear_for_word(const ui::Box& plate, bool in_block) const {
  fill(plate, theme().panel);
  if (in_block) fill(plate, neutral(kBlockGround));
}

void BoardPen::sign(Doing doing, ImVec2 c, float r, ImVec4 colour) const {
  const ImU32 ink = ui::packed_colour(colour);
  const float thick = std::max(1.5F * unit(), r * 0.34F);
  switch (doing) {
    case Doing::absent:
      break;
    case Doing::ready:
      list().AddCircle(c, r * 0.75F, ink, 0, thick * 0.8F);
      break;
    case Doing::acting:
      list().AddTriangleFilled({c.x - r * 0.7F, c.y - r}, {c.x - r * 0.7F, c.y + r}, {c.x + r, c.y},
                               ink);
      break;
    case Doing::idle:  // a circle crossed out; a dash would be a minus before the number
      list().AddCircle(c, r * 0.75F, ink, 0, thick * 0.6F);
      line({c.x - r * 0.75F, c.y + r * 0.75F}, {c.x + r * 0.75F, c.y - r * 0.75F}, colour,
           thick * 0.6F);
      break;
    case Doing::barrier:
      fill({c.x - r * 0.75F, c.y - r, c.x - r * 0.2F, c.y + r}, colour);
      fill({c.x + r * 0.2F, c.y - r, c.x + r * 0.75F, c.y + r}, colour);
      break;
    case Doing::spinning: {
      list().PathArcTo(c, r * 0.8F, -0.15F * kPi, 1.45F * kPi, 20);
      list().PathStroke(ink, thick);
      const ImVec2 tip{c.x + r * 0.12F, c.y - r * 0.8F};
      list().AddTriangleFilled({tip.x - r * 0.1F, tip.y - r * 0.62F},
                               {tip.x + r * 0.72F, tip.y + r * 0.02F},
                               {tip.x - r * 0.1F, tip.y + r * 0.62F}, ink);
      break;
    }
    case Doing::waiting:  // an hourglass
      list().AddTriangleFilled({c.x - r * 0.75F, c.y - r}, {c.x + r * 0.75F, c.y - r}, c, ink);
      list().AddTriangleFilled(c, {c.x + r * 0.75F, c.y + r}, {c.x - r * 0.75F, c.y + r}, ink);
      break;
    case Doing::done:
      line({c.x - r * 0.85F, c.y + r * 0.05F}, {c.x - r * 0.2F, c.y + r * 0.7F}, colour, thick);
      line({c.x - r * 0.25F, c.y + r * 0.7F}, {c.x + r * 0.9F, c.y - r * 0.7F}, colour, thick);
      break;
  }
}

void BoardPen::padlock(ImVec2 c, float r, bool open, ImVec4 colour) const {
  const float thick = std::max(2 * unit(), r * 0.26F);
  const float swing = open ? r * 0.62F : 0;  // an open shackle is shifted to the side
  const ImVec2 bow{c.x + swing, c.y - r * (open ? 0.3F : 0.1F)};
  list().PathArcTo(bow, r * 0.5F, -kPi, 0, 14);
  list().PathStroke(ui::packed_colour(colour), thick);
  line({bow.x - r * 0.5F, bow.y}, {bow.x - r * 0.5F, c.y + r * 0.1F}, colour, thick);
  if (!open) line({bow.x + r * 0.5F, bow.y}, {bow.x + r * 0.5F, c.y + r * 0.1F}, colour, thick);
  fill({c.x - r * 0.8F, c.y, c.x + r * 0.8F, c.y + r}, colour, r * 0.15F);
}

void BoardPen::hatch_cell(const ui::Box& box, ImVec4 colour) const {
  const float high = box.height();
  const float step = 8 * unit();
  for (float x = box.left - high + step / 2; x < box.right; x += step) {
    // From the lower edge up to the right, cut off at the sides.
    const float cut_left = std::max(0.0F, box.left - x);
    const float cut_right = std::max(0.0F, x + high - box.right);
    if (cut_left + cut_right >= high) continue;
    line({x + cut_left, box.bottom - cut_left}, {x + high - cut_right, box.top + cut_right}, colour,
         1 * unit());
  }
}

void BoardPen::dashed_frame(const ui::Box& box, ImVec4 colour, float width) const {
  dashed({box.left, box.top}, {box.right, box.top}, colour, width);
  dashed({box.right, box.top}, {box.right, box.bottom}, colour, width);
  dashed({box.right, box.bottom}, {box.left, box.bottom}, colour, width);
  dashed({box.left, box.bottom}, {box.left, box.top}, colour, width);
}

bool is_waiting(Doing doing) {
  return doing == Doing::barrier || doing == Doing::spinning || doing == Doing::waiting;
}

CardFace card_face(const BoardPen& pen, Doing doing, bool acts) {
  return card_face(pen, doing, acts, pen.colour_of(doing));
}

CardFace card_face(const BoardPen& pen, Doing doing, bool acts, ImVec4 colour) {
  switch (doing) {
    case Doing::absent:
      break;
    case Doing::idle:
    case Doing::done:
      return {.body = pen.neutral(0.03F), .rim = pen.neutral(0.2F)};
    case Doing::ready:
      return {.body = pen.neutral(0.08F), .head = pen.neutral(0.16F), .rim = pen.neutral(0.4F)};
    case Doing::acting:
      return {.body = ui::with_alpha(colour, 0.14F), .head = colour, .rim = colour, .rim_width = 2};
    case Doing::barrier:
    case Doing::spinning:
    case Doing::waiting:
      return {.body = ui::with_alpha(colour, 0.1F),
              .head = acts ? colour : ui::with_alpha(colour, 0.3F),
              .rim = colour,
              .rim_width = 2};
  }
  return {};
}

namespace {

/// Draws the line of an arrow up to a part of its length.
void draw_line_of(const BoardPen& pen, const Arrow& arrow, float end, ImVec4 colour, float width,
                  bool dashed) {
  if (!dashed) {
    const int pieces = 16 * static_cast<int>(arrow.legs());
    for (int i = 0; i <= pieces; ++i) {
      pen.list().PathLineTo(arrow.at(end * static_cast<float>(i) / static_cast<float>(pieces)));
    }
    pen.list().PathStroke(ui::packed_colour(colour), width);
    return;
  }
  const int dashes = std::max(5, static_cast<int>(arrow.length() / (9 * pen.unit())));
  // Words may hide the beginning of a long arrow, of which no short piece remains beside them.
  constexpr int kLong = 12;
  for (int i = 0; i < dashes; i += 2) {
    const int last = i == 0 && dashes >= kLong ? 3 : i + 1;
    const float low = end * static_cast<float>(i) / static_cast<float>(dashes);
    const float high = end * static_cast<float>(last) / static_cast<float>(dashes);
    pen.line(arrow.at(low), arrow.at(high), colour, width);
  }
}

}  // namespace

void draw_arrow(const BoardPen& pen, const Arrow& arrow, ImVec4 colour, float width, bool dashed) {
  const float head = head_length(width, pen.unit());
  // The line ends within its head, whose tip is not blunt.
  const float end = std::max(0.3F, 1 - 0.8F * head / std::max(arrow.length(), 1.0F));
  draw_line_of(pen, arrow, end, colour, width, dashed);
  const ArrowHead ends = head_of(arrow, head);
  pen.list().AddTriangleFilled(ends.tip, ends.one, ends.other, ui::packed_colour(colour));
}

void draw_read_arrow(const BoardPen& pen, const Arrow& arrow, ImVec4 colour, float width,
                     bool dashed) {
  const ImU32 ink = ui::packed_colour(colour);
  draw_line_of(pen, arrow, 1.0F, colour, width, dashed);
  pen.list().AddCircleFilled(arrow.from(), width + 1.5F * pen.unit(), ink);
  const ArrowHead ends = head_of(arrow, head_length(width, pen.unit()));
  pen.list().PathLineTo(ends.one);
  pen.list().PathLineTo(ends.tip);
  pen.list().PathLineTo(ends.other);
  pen.list().PathStroke(ink, width);
}

void draw_answer(const BoardPen& pen, const ui::Box& plate, bool yes, const std::string& word,
                 float size) {
  const float u = pen.unit();
  const ui::Theme& theme = pen.theme();
  if (yes) {
    pen.fill(plate, theme.accent, 3 * u);
  } else {
    pen.frame(plate, theme.dim, 1.5F * u, 3 * u);
  }
  // These letters stand lower than the middle of their line, most of all "y".
  const float lift = (yes ? 0.12F : 0.06F) * size;
  const ImVec2 centre = middle(plate);
  pen.sized(centre.x, centre.y - lift, word, size, yes ? theme.on_accent : theme.text,
            ui::Align::centre, yes, plate.width() - 2 * u);
}

const stage::ThreadState* BoardView::thread_state(int thread) const {
  const auto& threads = moment.state.threads;
  const bool known = thread >= 0 && static_cast<std::size_t>(thread) < threads.size();
  return known ? &threads[static_cast<std::size_t>(thread)] : nullptr;
}

const stage::CellState* BoardView::cell_state(int array, std::int64_t index) const {
  const auto& arrays = moment.state.arrays;
  if (array < 0 || static_cast<std::size_t>(array) >= arrays.size()) return nullptr;
  const auto& cells = arrays[static_cast<std::size_t>(array)];
  const bool known = index >= 0 && static_cast<std::size_t>(index) < cells.size();
  return known ? &cells[static_cast<std::size_t>(index)] : nullptr;
}

const stage::Action* BoardView::action_of(int thread) const {
  if (last == nullptr) return nullptr;
  for (const stage::Action& action : last->actions) {
    if (action.thread == thread) return &action;
  }
  return nullptr;
}

bool BoardView::is_idle(int thread) const {
  if (last == nullptr || last->warp < 0 || action_of(thread) != nullptr) return false;
  const stage::ThreadInfo& info = moment.trace.threads[static_cast<std::size_t>(thread)];
  return info.launch == last->launch && info.block == last->block && info.warp == last->warp;
}

bool BoardView::waits_for_turn(int thread) const {
  const stage::Action* action = action_of(thread);
  if (action == nullptr || is_stuck()) return false;
  if (stage::waits_for_turn(*last, *action)) return true;
  return std::any_of(banks.begin(), banks.end(), [action](const auto& bank) {
    return std::any_of(bank.begin(), bank.end(), [&](const stage::BankWord& word) {
      const auto& there = word.actions;
      return &word != &bank.front() && std::find(there.begin(), there.end(), action) != there.end();
    });
  });
}

bool BoardView::shows_lanes(const ArrayPlace& place) const {
  return !place.values && !place.lanes && last != nullptr && last->actions.size() > kFewAccesses;
}

Doing BoardView::doing(int thread) const {
  const stage::ThreadState* state = thread_state(thread);
  if (state == nullptr) return Doing::absent;
  switch (state->status) {
    case stage::Status::absent:
      return Doing::absent;
    case stage::Status::ready:
      return is_stuck() ? Doing::waiting : is_idle(thread) ? Doing::idle : Doing::ready;
    case stage::Status::barrier:
      return Doing::barrier;
    case stage::Status::spinning:
      return Doing::spinning;
    case stage::Status::done:
      break;
  }
  return Doing::done;
}

Doing BoardView::acting_or(int thread, Doing state) const {
  if (action_of(thread) == nullptr) return state;
  return waits_for_turn(thread) ? Doing::waiting : Doing::acting;
}

Doing BoardView::sign_of(int thread) const {
  const Doing state = doing(thread);
  const bool goes_on = state == Doing::ready || state == Doing::done;
  return goes_on ? acting_or(thread, state) : state;
}

bool BoardView::is_stuck() const {
  return std::any_of(faults.begin(), faults.end(),
                     [](const stage::Fault* fault) { return fault->stops_all(); });
}

bool BoardView::is_waited_for(int array) const {
  return std::any_of(faults.begin(), faults.end(), [array](const stage::Fault* fault) {
    return fault->stops_all() && fault->array == array;
  });
}

ImVec4 BoardView::colour_of(Doing doing) const {
  return is_stuck() && is_waiting(doing) ? pen.theme().error : pen.colour_of(doing);
}

std::string BoardView::lanes_of(const std::vector<const stage::Action*>& actions) const {
  if (actions.size() > 1) return "×" + std::to_string(actions.size());
  const auto thread = static_cast<std::size_t>(actions.front()->thread);
  return std::to_string(moment.trace.threads[thread].thread);
}

bool BoardView::can_be_chosen(int thread) const {
  return std::find(choices.begin(), choices.end(), thread) != choices.end();
}

ui::Box BoardView::card_of(const ThreadPlace& place) const {
  ui::Box card = place.card;
  if (doing(place.thread) != Doing::barrier) return card;
  const float down = 8 * pen.unit();  // moves onto the barrier line
  card.top += down;
  card.bottom += down;
  return card;
}

int BoardView::holder_of(int mutex) const {
  const stage::CellState* cell = cell_state(mutex, 0);
  if (cell == nullptr || !moment.trace.arrays[static_cast<std::size_t>(mutex)].is_mutex ||
      cell->value == 0.0 || cell->writer < 0) {
    return -1;
  }
  const auto& step = moment.trace.steps[static_cast<std::size_t>(cell->writer)];
  for (const stage::Action& action : step.actions) {
    const bool took = action.array == mutex && action.op == stage::Op::atomic &&
                      action.before == 0.0 && action.value != 0.0;
    if (took) return action.thread;
  }
  return -1;
}

}  // namespace heatwave::stage_room
