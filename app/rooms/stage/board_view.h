// Draws the parts of the stage's board: letters of any size, signs, arrows, and what a moment
// shows.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/rooms/stage/board.h"
#include "app/rooms/stage/board_layout.h"
#include "app/rooms/stage/stage_view.h"
#include "app/ui/box.h"
#include "app/ui/pen.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::stage_room {

/// What a thread is seen to do; each has its colour and its sign.
enum class Doing : std::uint8_t { absent, ready, acting, barrier, spinning, done };

class BoardPen : public ui::ChartPen {
 public:
  /// `smallest`: where to note the smallest letters that are drawn; null: nowhere.
  BoardPen(const ui::Look& look, ImDrawList& list, float* smallest = nullptr)
      : ui::ChartPen(look, list), fonts_(look.fonts), smallest_(smallest) {}

  /// Of threads at a barrier, and of those whose turn has to wait.
  [[nodiscard]] ImVec4 waiting() const;
  [[nodiscard]] ImVec4 spinning() const;
  [[nodiscard]] ImVec4 colour_of(Doing doing) const;

  [[nodiscard]] float sized_width(const std::string& text, float size, bool strong = false) const;
  /// Letters smaller than these nobody reads from the last row.
  [[nodiscard]] float legible() const { return fonts_.size; }
  /// Letters of this size, their middle line at `y`. Where they would be wider than `room` (0: any
  /// width) they shrink as far as they stay legible; then a fraction is said in fewer digits.
  void sized(float x, float y, const std::string& text, float size, ImVec4 colour,
             ui::Align align = ui::Align::left, bool strong = false, float room = 0) const;
  /// The same on a plate that hides what lies below.
  void sized_on_plate(float x, float y, const std::string& text, float size, ImVec4 colour,
                      ui::Align align = ui::Align::centre) const;

  /// The sign of what a thread does, in a square with this half side.
  void sign(Doing doing, ImVec2 centre, float half, ImVec4 colour) const;
  void padlock(ImVec2 centre, float half, bool open, ImVec4 colour) const;
  /// Slanting lines in a small cell, without a clip of its own.
  void hatch_cell(const ui::Box& box, ImVec4 colour) const;
  void dashed_frame(const ui::Box& box, ImVec4 colour, float width) const;

 private:
  /// A fraction in as many digits as there is room for; all else as it is.
  [[nodiscard]] std::string rounded(const std::string& text, float size, float room,
                                    bool strong) const;

  const ui::FontSet& fonts_;
  float* smallest_;
};

/// A bent line from one box to another, with a point at its end.
struct Arrow {
  ImVec2 from, from_bend, to_bend, to;

  [[nodiscard]] ImVec2 at(float part) const;
};
/// Between the sides that face each other.
Arrow arrow_between(const ui::Box& from, const ui::Box& to);
void draw_arrow(const BoardPen& pen, const Arrow& arrow, ImVec4 colour, float width,
                bool dashed = false);

/// Not cut off by the window that is drawn into.
inline bool is_seen(const ui::Box& box) {
  return ImGui::IsRectVisible({box.left, box.top}, {box.right, box.bottom});
}
inline ui::Box grown(const ui::Box& box, float by) {
  return {box.left - by, box.top - by, box.right + by, box.bottom + by};
}
inline ImVec2 middle(const ui::Box& box) {
  return {(box.left + box.right) / 2, (box.top + box.bottom) / 2};
}

struct BoardView {
  const StageMoment& moment;
  const StageModel& model;
  const BoardLayout& layout;
  const BoardPen& pen;
  const stage::Step* last = nullptr;        ///< what led to this moment; null at the start
  std::vector<const stage::Fault*> faults;  ///< found in it, or now that nobody goes on
  std::vector<int> choices;                 ///< threads that may be chosen
  float seconds = 1e6F;                     ///< since this moment was first shown

  [[nodiscard]] const stage::ArrayInfo& info(const ArrayPlace& place) const {
    return moment.trace.arrays[static_cast<std::size_t>(place.array)];
  }
  /// Null: not among those shown.
  [[nodiscard]] const stage::ThreadState* thread_state(int thread) const;
  [[nodiscard]] const stage::CellState* cell_state(int array, std::int64_t index) const;
  /// What the thread did in the last step; null: nothing.
  [[nodiscard]] const stage::Action* action_of(int thread) const;
  [[nodiscard]] Doing doing(int thread) const;
  [[nodiscard]] bool can_be_chosen(int thread) const;
  /// The card as drawn now: threads at a barrier stand down at its line.
  [[nodiscard]] ui::Box card_of(const ThreadPlace& place) const;
  /// The thread that holds a mutex; −1: it is open.
  [[nodiscard]] int holder_of(int mutex) const;
};

/// While it lasts, nothing is drawn above the line below which the blocks scroll.
class BlockClip : core::NonCopyable {
 public:
  explicit BlockClip(const BoardView& view);
  ~BlockClip();
};

/// Arrays with values in their cells, or those without, which arrows may cross.
void draw_board_arrays(const BoardView& view, bool with_values);

void draw_board_blocks(const BoardView& view);
void draw_board_threads(const BoardView& view);

/// Arrows of the last step; they run behind cards and cells, so that these stay legible.
void draw_board_accesses(const BoardView& view);
/// The values that travel along them.
void draw_board_values_under_way(const BoardView& view);
void draw_board_faults(const BoardView& view);

/// The lane whose cell is at this place; −1: none.
int lane_at(const BoardView& view, const ArrayPlace& place, ImVec2 at);

}  // namespace heatwave::stage_room
