// What can be done on the stage; keys and buttons alike end here.
#pragma once

#include <string>

#include "app/rooms/panel_context.h"
#include "app/rooms/shortcuts.h"

namespace heatwave::panels {

// What is shown
// -------------------------------------------------------------------------------------------

/// The lesson shown: the first one until another is chosen.
const stage::Lesson& shown_lesson(UiState& ui);
/// What is set for the lesson shown: as the lesson has it until it is changed.
stage::PlaySettings& shown_play_settings(UiState& ui);
/// The play of the lesson shown; null where there is none yet.
const stage::Trace* shown_play(const PanelContext& context);

// What can be done
// -------------------------------------------------------------------------------------------

/// Once a frame: sees to it that there is a play, takes over a new one, lets time pass.
void keep_stage(PanelContext& context, double seconds);
/// Plays the lesson shown with what is set.
void play_again(PanelContext& context);
void choose_lesson(PanelContext& context, const std::string& id);
void choose_version(PanelContext& context, const std::string& id);
void choose_schedule(PanelContext& context, stage::Schedule::Kind kind);
/// This candidate goes next, by hand.
void choose_next(PanelContext& context, int candidate);
void go_to_step(PanelContext& context, int step);
/// One back; by hand, the newest choice is taken back.
void step_back(PanelContext& context);
/// A lane reads another cell of an array that shows its lanes; or all lanes do, as far.
void move_lane(PanelContext& context, int lane, const StageCell& to, bool all);
/// The lab, with the experiment that measures what the lesson shows.
void measure_in_lab(PanelContext& context);

/// False: it is not one of the stage's.
bool perform_stage(Action action, PanelContext& context);
/// Why an action of the stage cannot be done now, as one phrase; empty when it can.
std::string why_not_on_stage(Action action, const PanelContext& context);

}  // namespace heatwave::panels
