// The Stage's board: arrays, blocks with their warps, threads and shared memory, and what the last
// step did.
#pragma once

#include <string>

#include "app/rooms/stage/stage_view.h"
#include "app/ui/box.h"
#include "kernels/stage/trace.h"

namespace heatwave::stage_room {

/// One moment of a play, as the board shows it.
struct StageMoment {
  const stage::Trace& trace;
  const stage::State& state;  ///< after `step` steps
  int step = 0;
  /// True: the schedule is chosen by hand and threads can be chosen now; a click on one chooses it.
  bool choosing = false;
};

/// The target of a click or of the pointer on the board; −1: none.
struct StageClick {
  int thread = -1;       ///< to follow; with `choosing`, to run next
  StageCell cell = {};   ///< the cell whose story to show
  int lane = -1;         ///< the lane whose drag begins
  StageCell under = {};  ///< while a lane is dragged: the cell of its array nearest to the pointer
};

/// Returns the part of an area left for the board, without its margin and its key.
ui::Box board_room(const ui::Box& area, float unit);

/// Draws the board into a part of the current window.
StageClick draw_stage_board(StageView& context, const ui::Box& area, const StageMoment& moment);

/// Returns the fault of this moment: found in the last step, or because there is no next step;
/// null: none.
const stage::Fault* fault_of(const stage::Trace& trace, int step);

/// A column for text in a window.
struct Column {
  ImVec2 at;
  float width = 0.0F;
  float height = 0.0F;
};
/// Writes text and shrinks it, if necessary, until it fits. Returns its height.
float draw_fitting(ImFont* font, float size, const Column& column, ImVec4 ink,
                   const std::string& text);
/// Draws the sentence about the last step, and below it the fault, if any. Returns the box of their
/// words.
ui::Box draw_sentences(StageView& context, const StageMoment& moment, const Column& column);

}  // namespace heatwave::stage_room
