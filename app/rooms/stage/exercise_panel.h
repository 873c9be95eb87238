// The panel of the Stage's exercises: the list, hints one after another, and the verdict.
#pragma once

#include <span>
#include <string>

#include "app/rooms/stage/stage_view.h"
#include "kernels/stage/exercise.h"

namespace heatwave::stage_room {

inline constexpr const char* kTaskGroup = "Task";

/// The verdict on a text.
struct ShownVerdict {
  stage::Verdict verdict;
  std::string text;
};

/// Draws a row for each lesson, in two columns; a press chooses it.
void draw_lesson_rows(StageView& context, std::span<const stage::Lesson* const> lessons);
/// Draws text large enough to read aloud from the screen; an empty one takes no room.
void reading_text(const StageView& context, float letters, ImVec4 ink, const std::string& text);

/// Draws the list of all exercises.
void draw_exercises_group(StageView& context);
/// Draws the task of the shown exercise, with its check, verdict and hints.
void draw_task_group(StageView& context);
void draw_edit_button(StageView& context);
/// Plays the text that is edited, or the shown one, under several schedules.
void check_exercise(StageView& context);
/// Returns the name of the newest verdict on the shown exercise; empty: none.
std::string shown_verdict_name(const StageModel& model);

}  // namespace heatwave::stage_room
