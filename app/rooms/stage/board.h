// The stage's board: arrays, blocks with their warps, threads and shared memory, and what the last
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
  /// The threads whose turn it would be, where a person chooses; a click on one chooses it.
  bool choosing = false;
};

/// What a person pointed at on the board.
struct StageClick {
  int thread = -1;       ///< to follow; with `choosing`, to go next
  StageCell cell = {};   ///< whose story to tell
  int lane = -1;         ///< to be dragged from now on
  StageCell under = {};  ///< while a lane is dragged: the cell of its array nearest to the pointer
};

/// At its lower end, in units: what the signs of threads mean.
inline constexpr float kBoardKey = 26;

/// What of this part of a window is left to the board within its edge, above its key.
ui::Box board_room(const ui::Box& area, float unit);

/// Draws the board into this part of the current window.
StageClick draw_stage_board(StageView& context, const ui::Box& area, const StageMoment& moment);

/// The fault that belongs to this moment: found in the last step, or by there being no next one.
const stage::Fault* fault_of(const stage::Trace& trace, int step);

/// Text in a column of a window.
struct Column {
  ImVec2 at;
  float width = 0.0F;
  float height = 0.0F;
};
/// Writes text; the letters shrink rather than be cut off. Returns its height.
float draw_fitting(ImFont* font, float size, const Column& column, ImVec4 ink,
                   const std::string& text);
/// What happened, and below it what went wrong.
void draw_sentences(StageView& context, const StageMoment& moment, const Column& column);

}  // namespace heatwave::stage_room
