// The actions of the Stage, shared by keys and buttons.
#pragma once

#include <string>

#include "app/rooms/stage/stage_view.h"

namespace heatwave::stage_room {

// Shown content
// -------------------------------------------------------------------------------------------

/// Returns the shown lesson: the chosen one, or the first.
const stage::Lesson& shown_lesson(const StageModel& model);
/// Returns the settings of the shown lesson: the lesson's own until they are changed.
stage::PlaySettings shown_play_settings(const StageModel& model);
/// Returns the settings of the shown lesson to change them.
stage::PlaySettings& changed_play_settings(StageModel& model);
/// Returns the play of the shown lesson; null: there is none yet.
const stage::Trace* shown_play(const StageView& context);

// Actions
// -------------------------------------------------------------------------------------------

/// Call once per frame: requests a play if there is none, shows a new one, and lets time pass.
void keep_stage(StageView& context, double seconds);
/// Plays the shown lesson with its current settings.
void play_again(StageView& context);
void choose_lesson(StageView& context, const std::string& id);
void choose_version(StageView& context, const std::string& id);
void choose_schedule(StageView& context, stage::Schedule::Kind kind);
/// Returns the candidate chosen by hand for this step; −1: none yet.
int chosen_at(const StageView& context, int step);
/// Chooses the candidate that runs next; replaces an earlier choice for the shown step.
void choose_next(StageView& context, int candidate);
void go_to_step(StageView& context, int step);
/// Ends a sequence of pictures, if one is being saved, and returns to the step where it began.
void end_sequence(StageModel& model);
/// Moves a lane to another cell of an array that shows its lanes, or all lanes by the same
/// distance.
void move_lane(StageView& context, int lane, const StageCell& to, bool all);
/// Shows the Lab with the experiment that measures what the lesson shows.
void measure_in_lab(StageView& context);

}  // namespace heatwave::stage_room
