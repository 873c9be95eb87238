// Draws the elements of the board: text of any size, signs and arrows; and reads the state of a
// moment.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/rooms/stage/board.h"
#include "app/rooms/stage/board_layout.h"
#include "app/rooms/stage/board_routes.h"
#include "app/rooms/stage/stage_view.h"
#include "app/ui/box.h"
#include "app/ui/pen.h"
#include "kernels/stage/contention.h"

namespace heatwave::stage_room {

/// The visible activity of a thread; each has its colour and its sign.
enum class Doing : std::uint8_t {
  absent,
  ready,
  acting,
  idle,  ///< its warp has acted in the last step without it
  barrier,
  spinning,
  waiting,
  done
};

/// The colour of threads at a barrier and of threads that wait for their turn.
ImVec4 waiting_colour(const ui::Theme& theme);

class BoardPen : public ui::ChartPen {
 public:
  static constexpr float kBlockGround = 0.025F;  ///< contrast of a block's ground to the board's

  /// `smallest` receives the size of the smallest text drawn; null: not recorded. `legible` is the
  /// smallest text size that is readable from the last row.
  BoardPen(const ui::Look& look, ImDrawList& list, float* smallest, float legible)
      : ui::ChartPen(look, list), fonts_(look.fonts), smallest_(smallest), legible_(legible) {}

  [[nodiscard]] ImVec4 waiting() const { return waiting_colour(theme()); }
  [[nodiscard]] ImVec4 spinning() const;
  /// The colour of reads: of their arrows, and of the cells that are read.
  [[nodiscard]] ImVec4 reading() const;
  [[nodiscard]] ImVec4 colour_of(Doing doing) const;

  [[nodiscard]] float sized_width(const std::string& text, float size, bool strong = false) const;
  [[nodiscard]] float legible() const { return legible_; }
  /// Draws text of this size, centred vertically at `y`. Text wider than `room` shrinks while it is
  /// legible; then a fraction gets fewer digits. `room` 0: no limit.
  void sized(float x, float y, const std::string& text, float size, ImVec4 colour,
             ui::Align align = ui::Align::left, bool strong = false, float room = 0) const;
  /// Draws text on a plate that hides what lies below.
  void sized_on_plate(float x, float y, const std::string& text, float size, ImVec4 colour,
                      ui::Align align = ui::Align::centre) const;

  /// Returns the size at which a word fits into a box of this size; 0: it would not be legible.
  [[nodiscard]] float size_within(ImVec2 box, const std::string& word) const;
  /// Draws a word of this size in the middle of a box. `size` 0: draws nothing.
  void word_in(const ui::Box& box, const std::string& word, float size, ImVec4 colour) const;

  /// Fills the plate with the ground of a block, or of the board around the blocks, so that arrows
  /// pass behind the word that is drawn on it.
  void clear_for_word(const ui::Box& plate, bool in_block) const;

  /// Draws the sign of what a thread does, in a square with this half side.
  void sign(Doing doing, ImVec2 centre, float half, ImVec4 colour) const;
  void padlock(ImVec2 centre, float half, bool open, ImVec4 colour) const;
  /// Draws diagonal lines in a small cell without a clip rectangle.
  void hatch_cell(const ui::Box& box, ImVec4 colour) const;
  void dashed_frame(const ui::Box& box, ImVec4 colour, float width) const;

 private:
  /// Rounds a fraction to the digits that fit; other text is unchanged.
  [[nodiscard]] std::string rounded(const std::string& text, float size, float room,
                                    bool strong) const;

  const ui::FontSet& fonts_;
  float* smallest_;
  float legible_;
};

/// Returns whether a thread that does this cannot continue by itself.
bool is_waiting(Doing doing);

/// The colours of a thread's card: those without any opacity are not drawn.
struct CardFace {
  ImVec4 body{};
  ImVec4 head{};
  ImVec4 rim{};
  float rim_width = 1.0F;  ///< in units
};
/// `acts`: the thread acted in the last step, and its head is filled.
CardFace card_face(const BoardPen& pen, Doing doing, bool acts);
/// Returns that face in another colour than that of what the thread does.
CardFace card_face(const BoardPen& pen, Doing doing, bool acts, ImVec4 colour);

void draw_arrow(const BoardPen& pen, const Arrow& arrow, ImVec4 colour, float width,
                bool dashed = false);
/// Draws the arrow of a read: a dot at the cell, and an open head at the thread.
void draw_read_arrow(const BoardPen& pen, const Arrow& arrow, ImVec4 colour, float width,
                     bool dashed = false);

/// Draws the answer to a condition on its plate: filled for "yes".
void draw_answer(const BoardPen& pen, const ui::Box& plate, bool yes, const std::string& word,
                 float size);

/// True if the current window does not clip the box.
inline bool is_seen(const ui::Box& box) {
  return ImGui::IsRectVisible({box.left, box.top}, {box.right, box.bottom});
}
inline ui::Box grown(const ui::Box& box, float by) {
  return {box.left - by, box.top - by, box.right + by, box.bottom + by};
}
inline ImVec2 middle(const ui::Box& box) {
  return {(box.left + box.right) / 2, (box.top + box.bottom) / 2};
}

/// The maximum number of accesses whose arrows carry their values along.
inline constexpr std::size_t kFewAccesses = 8;

struct BoardView {
  const StageMoment& moment;
  const StageModel& model;
  const BoardLayout& layout;
  const BoardPen& pen;
  const stage::Step* last = nullptr;  ///< the step that led to this moment; null: the start
  /// found in the last step, or because no thread can continue
  std::vector<const stage::Fault*> faults;
  std::vector<int> choices;  ///< threads that may be chosen
  /// reads of earlier steps whose values the last step writes
  std::vector<const stage::Action*> reads;
  float seconds = 1e6F;         ///< seconds since this moment was first shown
  stage::BankWords banks = {};  ///< the words of shared memory that the last step accesses
  /// the ways of the arrows of the last step's actions; empty: an action has no arrow
  std::vector<std::optional<Arrow>> ways;

  [[nodiscard]] const stage::ArrayInfo& info(const ArrayPlace& place) const {
    return moment.trace.arrays[static_cast<std::size_t>(place.array)];
  }
  /// Null: the thread is not shown.
  [[nodiscard]] const stage::ThreadState* thread_state(int thread) const;
  [[nodiscard]] const stage::CellState* cell_state(int array, std::int64_t index) const;
  /// Returns the thread's action in the last step; null: none.
  [[nodiscard]] const stage::Action* action_of(int thread) const;
  /// Returns whether the thread's warp acted in the last step, and the thread did not: a branch
  /// masks it, or it takes its turn later.
  [[nodiscard]] bool is_idle(int thread) const;
  /// A thread that could continue is waiting where none ever can: for its warp to reconverge.
  [[nodiscard]] Doing doing(int thread) const;
  /// Returns what a thread with a state did in the last step: it acted, or waited for its turn;
  /// otherwise the state.
  [[nodiscard]] Doing acting_or(int thread, Doing state) const;
  /// Returns the sign of a thread, which gives its card the colour, too: one that acts and then
  /// waits has the sign of waiting; one that acts and then ends is done only in the next step.
  [[nodiscard]] Doing sign_of(int thread) const;
  /// Returns whether the thread waited in the last step until another one was served: its atomic
  /// for another one on its cell, or its access for another word of its bank.
  [[nodiscard]] bool waits_for_turn(int thread) const;
  /// Returns whether the cells of the array show the lanes of the last step: many arrows to cells
  /// without values would knot.
  [[nodiscard]] bool shows_lanes(const ArrayPlace& place) const;
  /// Returns the number of the lane whose action is drawn in a cell, or how many lanes there are:
  /// "×4". Precondition: there is one.
  [[nodiscard]] std::string lanes_of(const std::vector<const stage::Action*>& actions) const;
  [[nodiscard]] bool can_be_chosen(int thread) const;
  /// Returns whether a fault of this moment says that no thread can ever continue.
  [[nodiscard]] bool is_stuck() const;
  /// Returns whether a fault of this moment says that threads wait for this array forever.
  [[nodiscard]] bool is_waited_for(int array) const;
  /// Returns the colour of a sign now. Where no thread can ever continue, all that wait have the
  /// colour of the fault.
  [[nodiscard]] ImVec4 colour_of(Doing doing) const;
  /// Returns the card as drawn now: a thread at a barrier moves down to the barrier line.
  [[nodiscard]] ui::Box card_of(const ThreadPlace& place) const;
  /// Returns the thread that holds a mutex; −1: the mutex is free.
  [[nodiscard]] int holder_of(int mutex) const;
};

/// Draws the arrays with values in their cells, or those without, which arrows may cross.
void draw_board_arrays(const BoardView& view, bool with_values);
/// Draws names, costs and indices of the arrays, above the arrows.
void draw_board_names(const BoardView& view);
/// Returns the place of an array's name and of the word behind it.
ui::Box name_box(const BoardView& view, const ArrayPlace& place);

void draw_board_blocks(const BoardView& view);
void draw_board_threads(const BoardView& view);
/// Draws the titles of blocks, above arrows and the marks of faults.
void draw_board_titles(const BoardView& view);
/// Returns whether the word of an access, "load", stands above its thread's card.
bool access_has_tag(const BoardView& view, const ui::Box& card, const stage::Action& action);
/// Returns the place of the words "block 0".
ui::Box title_box(const BoardView& view, const BlockPlace& block);
/// Returns the place of the words "warp 0".
ui::Box warp_title_box(const BoardView& view, const BlockPlace& block, std::size_t warp);

/// Finds the ways of the arrows of the last step's accesses, one for each action.
std::vector<std::optional<Arrow>> ways_of_accesses(const BoardView& view);
/// Draws the arrows of the last step, behind cards and cells so that these stay legible.
void draw_board_accesses(const BoardView& view);
/// Draws the heads of arrows at their cells, above what marks the cells.
void draw_board_heads_at_cells(const BoardView& view);
/// Draws the values that travel along the arrows.
void draw_board_values_under_way(const BoardView& view);
void draw_board_faults(const BoardView& view);

/// Draws below the shared memory of a block, for each bank, the lanes that it serves in each pass.
void draw_board_banks(const BoardView& view, const BlockPlace& block);

/// Returns the lane in the cell at a position; −1: none.
int lane_at(const BoardView& view, const ArrayPlace& place, ImVec2 at);

}  // namespace heatwave::stage_room
