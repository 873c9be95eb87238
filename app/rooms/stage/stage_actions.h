// What can be done on the stage; keys and buttons alike end here.
#pragma once

#include <string>

#include "app/rooms/stage/stage_view.h"

namespace heatwave::stage_room {

// What is shown
// -------------------------------------------------------------------------------------------

/// The lesson shown: the first one until another is chosen.
const stage::Lesson& shown_lesson(const StageModel& model);
/// What is set for the lesson shown: as the lesson has it until it is changed.
stage::PlaySettings shown_play_settings(const StageModel& model);
/// The same, to be changed.
stage::PlaySettings& changed_play_settings(StageModel& model);
/// The play of the lesson shown; null where there is none yet.
const stage::Trace* shown_play(const StageView& context);

// What can be done
// -------------------------------------------------------------------------------------------

/// Once a frame: sees to it that there is a play, takes over a new one, lets time pass.
void keep_stage(StageView& context, double seconds);
/// Plays the lesson shown with what is set.
void play_again(StageView& context);
void choose_lesson(StageView& context, const std::string& id);
void choose_version(StageView& context, const std::string& id);
void choose_schedule(StageView& context, stage::Schedule::Kind kind);
/// The candidate that was chosen by hand to go at this step; −1: nobody yet.
int chosen_at(const StageView& context, int step);
/// This candidate goes next, by hand; in place of whoever was chosen at the step shown.
void choose_next(StageView& context, int candidate);
void go_to_step(StageView& context, int step);
/// Ends a sequence of pictures, if one is being saved, and goes back to the step where it began.
void end_sequence(StageModel& model);
/// A lane reads another cell of an array that shows its lanes; or all lanes do, as far.
void move_lane(StageView& context, int lane, const StageCell& to, bool all);
/// The lab, with the experiment that measures what the lesson shows.
void measure_in_lab(StageView& context);

}  // namespace heatwave::stage_room
