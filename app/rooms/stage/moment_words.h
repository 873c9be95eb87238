// What is said of a moment of a play, and text that shrinks into the room that it has.
#pragma once

#include <string>

#include "app/rooms/stage/board.h"
#include "app/rooms/stage/stage_view.h"

namespace heatwave::stage_room {

/// The fault that belongs to this moment: found in the last step, or by there being no next one.
const stage::Fault* fault_of(const stage::Trace& trace, int step);
/// What the step before this moment did; at the start, how to go on.
std::string what_happened(const StageView& context, const StageMoment& moment);

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
