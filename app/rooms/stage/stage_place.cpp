// Lays out the Stage: the board beside the kernel, and below them the sentence about the last step.

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <string>
#include <utility>
#include <vector>

#include "app/rooms/stage/board.h"
#include "app/rooms/stage/kernel_editor.h"
#include "app/rooms/stage/lesson_source.h"
#include "app/rooms/stage/play_rules.h"
#include "app/rooms/stage/shown_kernel.h"
#include "app/rooms/stage/stage_view.h"
#include "app/ui/box.h"
#include "app/ui/controls.h"
#include "app/ui/pane.h"
#include "app/ui/sized.h"
#include "app/ui/text_lines.h"
#include "app/words/numbers.h"
#include "kernels/stage/stage_words.h"

namespace heatwave::stage_room {
namespace {

constexpr float kPadding = 12.0F;
constexpr float kWordsWithFault = 92.0F;    ///< height of the sentences if the play has a fault
constexpr float kWords = 66.0F;             ///< height of the sentence: two lines
constexpr float kWordsForAudience = 54.0F;  ///< height of the sentence in a presented room
constexpr float kProgress = 4.0F;  ///< height of the line that shows how far the play has come
constexpr float kTitleLine =
    34.0F;  ///< height of the line with the lesson's title before an audience
constexpr float kQuestion = 44.0F;      ///< height of the question that asks for the next thread
constexpr float kSourceWidth = 600.0F;  ///< maximum width
/// fraction of a wide room; the board makes better use of the rest
constexpr float kSourcePart = 0.34F;
constexpr float kSourceGood = 374.0F;    ///< most lines fit in one or two rows
constexpr float kBetween = 16.0F;        ///< between the board and the source
constexpr float kSourceLeast = 280.0F;   ///< below this width, lines would break too often
constexpr float kMostBeside = 0.56F;     ///< fraction of the room beside the board
constexpr float kMostPresented = 0.63F;  ///< fraction of the room before an audience
constexpr float kEditorPart = 0.55F;     ///< fraction of the room while the kernel is edited
constexpr float kEditorLeast = 220.0F;   ///< height of buttons, some lines of code and a mistake
constexpr float kEditorMost = 0.75F;     ///< fraction of a low room, whose board is scrolled
/// height of seven lines, if the source is below the board
constexpr float kSourceBelow = 168.0F;
/// height of the sentence, if the source is below the board: two lines
constexpr float kFewWords = 54.0F;
constexpr float kFewWordsWithFault = 74.0F;  ///< its height if the play has a fault

/// Shows the progress of a slow play, over the board of the last one.
void draw_progress(StageView& context, const ui::Box& room) {
  constexpr double kPatience = 0.25;  // seconds; most plays finish sooner
  const session::StageStatus& status = context.snapshot.stage;
  if (!status.running || status.seconds < kPatience || context.is_for_picture) return;
  const float u = context.unit;
  const std::string text =
      "Being played: " + heatwave::words::grouped(status.steps) + " steps so far";
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  const ImVec2 at{room.left + kPadding * u, room.top + 8 * u};
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  list.AddRectFilled(at, {at.x + size.x + 24 * u, at.y + size.y + 12 * u},
                     ui::packed_colour(context.theme.raised), 6 * u);
  list.AddText({at.x + 12 * u, at.y + 6 * u}, ui::packed_colour(context.theme.accent),
               text.c_str());
}

/// Draws a button for each candidate that can run next, as many as fit. A click on a candidate's
/// thread on the board chooses it, too. Returns the right end of the last button.
float draw_candidates(StageView& context, const StageMoment& moment, ImVec2 at, float right) {
  const float u = context.unit;
  const std::vector<stage::Candidate>& candidates = moment.trace.candidates_at(moment.step);
  const int chosen = chosen_at(context, moment.step);
  ImGui::SetCursorScreenPos(at);
  float end = at.x;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const stage::Candidate& candidate = candidates[i];
    const std::string text = stage::words::threads(moment.trace, candidate.threads) + ", line " +
                             std::to_string(candidate.line);
    const float width = ImGui::CalcTextSize(text.c_str()).x + 52 * u;
    if (i > 0) ImGui::SameLine(0, 8 * u);
    if (ImGui::GetCursorScreenPos().x + width > right) break;
    end = ImGui::GetCursorScreenPos().x + width;
    const bool went = static_cast<int>(i) == chosen;
    const ui::ButtonLook look{.active = went, .width = width / u, .text = text.c_str()};
    const char* help = went          ? "Chosen here: continues with it."
                       : chosen >= 0 ? "Runs next instead; removes the later choices."
                                     : "Runs next.";
    if (icon_button(context, ("choose/" + std::to_string(i)).c_str(), ui::Icon::step, help, "", "",
                    look)) {
      choose_next(context, static_cast<int>(i));
      break;  // the list of candidates has changed
    }
  }
  return end;
}

/// Draws the question below the other text. Returns its right end.
float draw_question(StageView& context, const StageMoment& moment, ImVec2 at, float width) {
  const float u = context.unit;
  const ui::FontSet& fonts = context.fonts;
  const char* question = "Run next:";
  draw_fitting(fonts.strong, fonts.large_size, {{at.x, at.y + 4 * u}, width, kQuestion * u},
               context.theme.accent, question);
  const float wide = fonts.strong->CalcTextSizeA(fonts.large_size, 1e6F, 0, question).x + 16 * u;
  return draw_candidates(context, moment, {at.x + wide, at.y}, at.x + width);
}

void draw_words(StageView& context, const StageMoment& moment, const ui::Box& area) {
  const float u = context.unit;
  const ImVec2 at{area.left, area.top + 8 * u};
  const float width = area.width();
  const float height = area.height() - 12 * u;
  const float question = moment.choosing ? kQuestion * u : 0;
  StagePlaces& places = context.model.places;
  places.below_board = area;
  places.sentences = draw_sentences(context, moment, {at, width, height - question});
  places.question_right = area.left;
  if (!moment.choosing) return;
  const float top = at.y + height - question + 4 * u;
  places.question_right = draw_question(context, moment, {at.x, top}, width);
}

void drag_lane(StageView& context, const StageMoment& moment, const StageClick& click) {
  StageModel& model = context.model;
  if (click.lane >= 0) {
    model.dragged_lane = click.lane;
    go_to_step(context, last_step(moment.trace));  // shows the cost of the access
  }
  if (!ImGui::IsMouseDown(0)) model.dragged_lane = -1;
  if (model.dragged_lane >= 0 && click.under.array >= 0) {
    move_lane(context, model.dragged_lane, click.under, ImGui::GetIO().KeyShift);
  }
}

void take_click(StageView& context, const StageMoment& moment, const StageClick& click) {
  StageModel& model = context.model;
  drag_lane(context, moment, click);
  if (click.cell.array >= 0) {
    model.asked = click.cell == model.asked ? StageCell{} : click.cell;
    model.followed = -1;
  }
  if (click.thread < 0) return;
  const int candidate =
      moment.choosing ? candidate_of(moment.trace, moment.step, click.thread) : -1;
  if (candidate >= 0) {
    choose_next(context, candidate);
  } else {
    model.followed = click.thread == model.followed ? -1 : click.thread;
    model.asked = {};
  }
}

/// The areas of the parts of a play.
struct Parts {
  ui::Box board;
  ui::Box source;
  ui::Box words;
  bool source_is_beside = true;  ///< false: the source is below the board
};

ui::Box board_beside(const ui::Box& room, float source, float unit) {
  const float taken = source > 0 ? source + kBetween * unit : 0;
  return {room.left, room.top, room.right - taken, room.bottom};
}

ui::Box board_above(const ui::Box& room, float source, float unit) {
  return {room.left, room.top, room.right, room.bottom - source - 4 * unit};
}

/// The use that a board can make of a room; a better one is greater.
struct BoardQuality {
  bool fits = false;
  bool all_open = false;
  float letters = 0.0F;
  int card_rows = 0;  ///< rows of cards in a block, negative
  auto operator<=>(const BoardQuality&) const = default;
};

BoardQuality quality_of(StageView& context, const ui::Box& board) {
  const ui::Box room = board_room(board, context.unit);
  const BoardLayout& layout =
      context.model.play->layout(room, context.unit, context.least_letters());
  const int rows = layout.blocks.empty() ? 0 : static_cast<int>(layout.blocks[0].names.size());
  return {layout.fits(room), layout.folded.empty(), layout.sizes.value, -rows};
}

constexpr float kLargeText = 24.0F;  ///< text of a board that can give width away

/// Returns whether the board in one room is as good as in another one, or its text is large.
bool is_large_enough(const BoardQuality& one, const BoardQuality& other, float unit) {
  return one.fits == other.fits && one.all_open == other.all_open &&
         one.card_rows >= other.card_rows &&
         one.letters >= std::min(other.letters, kLargeText * unit);
}

/// Returns the width of the source: as wide as its longest line, if the board's text stays large or
/// loses nothing by that, or before an audience only letters; its usual width; or its minimum if
/// only that lets the board fit, or fit with all blocks open. 0: no room beside the board.
float source_width(StageView& context, const ui::Box& room) {
  const float u = context.unit;
  const float least = kSourceLeast * u;
  const float good = std::clamp(room.width() * kSourcePart,
                                std::min(kSourceGood * u, room.width() * 0.42F), kSourceWidth * u);
  if (good < least) return 0;
  if (context.model.kernel.editor != nullptr) return std::max(good, room.width() * kEditorPart);
  const auto board_of = [&](float source) {
    return quality_of(context, board_beside(room, source, u));
  };
  const BoardQuality narrow = board_of(least);
  if (context.presented) {
    // The widest source that leaves the board its letters.
    constexpr float kTouch = 0.01F;
    const std::array<float, 3> widths = presented_source_widths(context);
    const float best = board_of(std::max(widths.back(), good)).letters;
    for (const float whole : widths) {
      if (whole > kMostPresented * room.width()) continue;
      const BoardQuality quality = board_of(std::max(whole, good));
      const bool is_large = quality.letters >= best - kTouch;
      if (quality.fits && is_large && quality.all_open == narrow.all_open) {
        return std::max(whole, good);
      }
    }
  }
  const BoardQuality usual = board_of(good);
  // A board with small text makes better use of the width than larger code.
  const SourceLetters letters =
      usual.letters < kLargeText * u ? SourceLetters::small : SourceLetters::usual;
  const float wide =
      std::clamp(whole_source_width(context, letters), good, kMostBeside * room.width());
  if (usual.fits && is_large_enough(board_of(wide), usual, u)) return wide;
  // Lines within functions break less often in any width that the board does not need.
  const float unbroken = std::clamp(usual_source_width(context, letters), good, wide);
  for (const float part : {1.0F, 0.75F, 0.5F, 0.25F}) {
    const float width = std::floor(good + part * (unbroken - good));
    if (usual.fits && width > good && is_large_enough(board_of(width), usual, u)) return width;
  }
  if (usual.fits && usual.all_open) return good;
  const bool helps = narrow.fits && (!usual.fits || narrow.all_open);
  return helps ? least : good;
}

/// Returns the height of the source text below the board.
float source_height(StageView& context, const ui::Box& room) {
  const float u = context.unit;
  if (context.model.kernel.editor != nullptr) {
    const float least = std::min(kEditorLeast * u, room.height() * kEditorMost);
    return std::max(room.height() * kEditorPart, least);
  }
  return std::min(kSourceBelow * u, room.height() * 0.5F);
}

/// Returns the height of a source below the board before an audience, where beside it code would
/// break into rows, blocks would be folded or the board would be cut: the largest that leaves the
/// board its letters. 0: the board needs the height.
float presented_height_below(StageView& context, const ui::Box& room, float beside) {
  constexpr std::array<float, 5> kParts{0.55F, 0.48F, 0.42F, 0.36F, 0.3F};
  if (!context.presented || context.model.kernel.editor != nullptr) return 0;
  const float whole = presented_source_widths(context).back();
  const BoardQuality narrow = quality_of(context, board_beside(room, beside, context.unit));
  const bool is_good = narrow.fits && narrow.all_open;
  if ((beside >= whole && is_good) || room.width() < whole) return 0;
  const float all = least_source_height(context);
  // All of a short kernel is in sight.
  const float least = all <= kParts.front() * room.height() ? all : 0;
  float best = 0;
  BoardQuality quality;
  for (const float part : kParts) {
    const float height = part * room.height();
    if (height < least) break;
    const BoardQuality here = quality_of(context, board_above(room, height, context.unit));
    if (!here.fits || !here.all_open || here <= quality) continue;
    quality = here;
    best = height;
  }
  return best;
}

/// Returns the height of a short source below the board, where all of it is in sight and the board
/// is better for the width: with larger text, or with its threads in fewer rows. 0: it is not.
float short_height_below(StageView& context, const ui::Box& room, float beside) {
  constexpr std::array<float, 3> kLetters{1.3F, 1.15F, 1.0F};
  constexpr float kMostPart = 0.5F;
  constexpr float kLarger = 1.15F;
  const float u = context.unit;
  if (context.presented || context.model.kernel.editor != nullptr) return 0;
  const BoardQuality narrow = quality_of(context, board_beside(room, beside, u));
  for (const float letters : kLetters) {
    const float height = std::ceil(whole_source_height(context, letters));
    const bool fits = height <= kMostPart * room.height() &&
                      letters * whole_source_width(context, SourceLetters::usual) <= room.width();
    if (!fits) continue;
    const BoardQuality above = quality_of(context, board_above(room, height, u));
    if (above < narrow || !above.fits || above.card_rows < narrow.card_rows) continue;
    const bool is_better = above.all_open != narrow.all_open ||
                           above.letters > kLarger * narrow.letters ||
                           above.card_rows > narrow.card_rows;
    if (is_better) return height;
  }
  return 0;
}

/// Returns whether a low room is better used by a source below the board, of which some lines are
/// in sight.
bool is_better_below(StageView& context, const ui::Box& room, float beside) {
  constexpr float kLow = 420.0F;
  const float u = context.unit;
  if (context.presented || context.model.kernel.editor != nullptr) return false;
  if (room.height() > kLow * u) return false;
  const BoardQuality above =
      quality_of(context, board_above(room, source_height(context, room), u));
  const BoardQuality narrow = quality_of(context, board_beside(room, beside, u));
  const bool is_alike = above.fits == narrow.fits && above.all_open == narrow.all_open;
  // Slightly larger letters are not worth most of the kernel.
  constexpr float kWorth = 1.15F;
  return is_alike ? above.letters > kWorth * narrow.letters : above > narrow;
}

/// The source stands beside the board in a wide room, otherwise below it, where the sentence gets
/// less height.
Parts parts_of(StageView& context, const ui::Box& area) {
  const float u = context.unit;
  const bool by_hand =
      context.snapshot.stage.settings.schedule.kind == stage::Schedule::Kind::chosen;
  const float question = by_hand ? kQuestion * u : 0;
  const float most = area.height() * 0.25F;
  ui::Box room = area;
  // A verdict is at least as large as the sentence above it.
  const stage::Trace* trace = shown_play(context);
  const bool has_verdict = trace != nullptr && !trace->faults.empty();
  const float words = has_verdict         ? kWordsWithFault
                      : context.presented ? kWordsForAudience
                                          : kWords;
  room.bottom -= std::min(words * u + question, most);
  const float width = source_width(context, {room.left, room.top, room.right, room.bottom - 4 * u});
  const float below = width <= 0          ? 0
                      : context.presented ? presented_height_below(context, room, width)
                                          : short_height_below(context, room, width);
  const bool is_low = width > 0 && below == 0 && is_better_below(context, room, width);
  Parts parts{.source_is_beside = width > 0 && below == 0 && !is_low};
  if (parts.source_is_beside) {
    parts.board = board_beside({room.left, room.top, room.right, room.bottom - 4 * u}, width, u);
    parts.source = {area.right - width, room.top, area.right, room.bottom};
  } else {
    const bool keeps_words = below > 0 && (!context.presented || has_verdict);
    const float few = has_verdict ? kFewWordsWithFault : kFewWords;
    if (!keeps_words) room.bottom = area.bottom - std::min(few * u + question, most);
    const float height = below > 0 ? below : source_height(context, room);
    // A part of a window begins at a whole unit.
    parts.source = {area.left, std::floor(room.bottom - height), area.right, room.bottom};
    parts.board = board_above(room, height, u);
  }
  parts.words = {area.left, room.bottom, area.right, area.bottom};
  return parts;
}

/// `foot`: height that is left free at the bottom of the window.
void draw_play(StageView& context, const StageMoment& moment, float foot) {
  const float u = context.unit;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImVec2 all = ImGui::GetContentRegionAvail();
  all.y -= foot;
  const Parts parts = parts_of(context, ui::Box::at(from.x, from.y, all.x, all.y));
  context.model.places.board = parts.board;
  context.model.places.source = parts.source;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 line = ui::packed_colour(context.theme.line);
  ImGui::SetCursorScreenPos({parts.source.left, parts.source.top});
  ui::begin_part("source", {parts.source.width(), parts.source.height()});
  if (context.model.kernel.editor != nullptr) {
    draw_kernel_editor(context);
  } else {
    draw_stage_source(context, moment);
  }
  ImGui::EndChild();
  if (parts.source_is_beside) {
    const float edge = parts.board.right + kBetween / 2 * u;
    list.AddLine({edge, from.y}, {edge, parts.source.bottom}, line);
  } else {
    list.AddLine({from.x, parts.source.top}, {from.x + all.x, parts.source.top}, line);
  }
  list.AddLine({from.x, parts.words.top}, {from.x + all.x, parts.words.top}, line);
  draw_words(context, moment, parts.words);
  if (context.model.kernel.shows_original) {
    ImGui::SetCursorScreenPos({parts.board.left, parts.board.top});
    ui::begin_part("original place", {parts.board.width(), parts.board.height()});
    draw_original_kernel(context);
    ImGui::EndChild();
    return;
  }
  ImGui::SetCursorScreenPos(from);
  take_click(context, moment, draw_stage_board(context, parts.board, moment));
}

/// Tells an audience, below the play, the lesson's title and the number of the step, and by a line
/// how far the play has come.
void draw_title_line(StageView& context, const StageMoment& moment, const ui::Box& area) {
  const float u = context.unit;
  const ui::Theme& theme = context.theme;
  const ui::FontSet& fonts = context.fonts;
  const int last = last_step(moment.trace);
  const std::string step = "step " + words::grouped(moment.step) + " of " + words::grouped(last);
  const float size = fonts.size;
  const auto width_of = [&](const std::string& text) {
    return fonts.body->CalcTextSizeA(size, 1e6F, 0, text.c_str()).x;
  };
  const float left = area.left + kPadding * u;
  const float right = area.right - kPadding * u;
  const float step_left = right - width_of(step);
  const std::string title =
      ui::elided(shown_title(context), step_left - left - 24 * u, fonts.body, size);
  const float y = area.top + (area.height() - kProgress * u - size) / 2;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto draw = [&](const char* name, float x, const std::string& text) {
    list.AddText(fonts.body, size, {x, y}, ui::packed_colour(theme.dim), text.c_str());
    note_box(context, name, {x, y, x + width_of(text), y + size});
  };
  draw("presented title", left, title);
  draw("presented step", step_left, step);
  const float top = area.bottom - kProgress * u;
  const float done =
      area.width() * static_cast<float>(moment.step) / static_cast<float>(std::max(1, last));
  list.AddRectFilled({area.left, top}, {area.right, area.bottom}, ui::packed_colour(theme.raised));
  list.AddRectFilled({area.left, top}, {area.left + done, area.bottom},
                     ui::packed_colour(theme.accent));
  context.model.places.keys = {left + width_of(title), area.top, step_left, top};
}

/// Fills the room with the play, or with the editor of a kernel that cannot be played.
void draw_play_or_editor(StageView& context, const ui::Box& room) {
  const float u = context.unit;
  const ui::Pane pane("stage", room, {kPadding * u, 8 * u}, ImGuiWindowFlags_NoScrollWithMouse);
  context.model.places.keys = {};
  if (const auto moment = shown_moment(context)) {
    const ui::Box foot{room.left, room.bottom - (context.presented ? kTitleLine * u : 0.0F),
                       room.right, room.bottom};
    draw_play(context, *moment, foot.height());
    if (context.presented) draw_title_line(context, *moment, foot);
  } else if (context.model.kernel.editor != nullptr) {
    draw_kernel_editor(context);  // its text has mistakes
  }
  draw_progress(context, room);
}

}  // namespace

std::optional<StageMoment> shown_moment(const StageView& context) {
  const stage::Trace* trace = shown_play(context);
  if (trace == nullptr) return {};
  const int step = context.model.step;
  return StageMoment{*trace, context.model.play->at(step), step, is_choosing(*trace, step)};
}

void draw_stage_place(StageView& window, const ui::Box& room) {
  // Text grows with the window's scale only as far as the last row of a hall needs it and some
  // more: else the board would be small beside its own words.
  constexpr float kAboveLeast = 1.2F;
  constexpr float kLinesOfWindow = 40;  // body text of the last row fits so often in the window
  constexpr float kBody = 16;
  const float last_row = ImGui::GetIO().DisplaySize.y / kLinesOfWindow / kBody;
  // It is as large as at scale 1 at least.
  const float unit = std::max(1.0F, kAboveLeast * last_row);
  const float part = std::min(1.0F, unit / window.unit);
  const ui::SizedLook sized(window, part);
  StageView context{window.with(sized.look), window.model};
  ImGui::PushFont(sized.fonts.body, sized.fonts.size);
  draw_play_or_editor(context, room);
  ImGui::PopFont();
}

}  // namespace heatwave::stage_room
