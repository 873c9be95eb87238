// The Stage's private state, the context that its parts draw from, and the actions that keys and
// buttons share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/rooms/room.h"
#include "app/rooms/shown_source.h"
#include "app/ui/box.h"
#include "app/ui/group_list.h"
#include "kernels/stage/lesson.h"

namespace heatwave::stage_room {

/// The undo history of a lesson's settings.
class PlayHistory {
 public:
  /// Adds the current settings. Settings of one gesture, such as the drag of a slider, are undone
  /// together; a negative gesture is always a step of its own.
  void note(const stage::PlaySettings& now, int gesture);

  [[nodiscard]] bool can_undo() const { return here_ > 0; }
  [[nodiscard]] bool can_redo() const { return here_ + 1 < all_.size(); }
  /// Precondition of undo(): can_undo(); of redo(): can_redo().
  const stage::PlaySettings& undo();
  const stage::PlaySettings& redo();

 private:
  std::vector<stage::PlaySettings> all_;
  std::size_t here_ = 0;
  int gesture_ = -1;
};

/// A cell of an array of the play.
struct StageCell {
  int array = -1;  ///< −1: none
  std::int64_t index = 0;
  friend bool operator==(const StageCell&, const StageCell&) = default;
};

struct KernelChanges;
class KernelEditor;
class ShownPlay;
class StageTask;
struct StageMoment;
struct ShownVerdict;

inline constexpr float kNoLetters = 1e6F;

struct PlayPace {
  double steps_per_second = 2.0;
  double due = 0.0;  ///< fraction of a step that has passed since the last one
};

/// The areas of the room in this frame.
struct StagePlaces {
  ui::Box board;
  ui::Box board_before;  ///< area of the board in the last frame
  ui::Box source;
  ui::Box below_code;                   ///< free part of the source's area
  ui::Box below_board;                  ///< area of the sentences
  ui::Box sentences;                    ///< their words
  float question_right = 0.0F;          ///< right end of the question which thread runs next
  ui::Box keys;                         ///< before an audience: free part of the line below all
  ui::Box picture;                      ///< area of the board's picture, with its caption
  float smallest_letters = kNoLetters;  ///< size of the smallest text on the board, in window units
  float code_letters = 0.0F;            ///< size of the code, in window units
};

/// A file that is a lesson by itself.
struct OwnKernel {
  stage::Lesson lesson;
  std::string original;  ///< its text when it was opened
};

/// The cost of another text or version of the shown lesson, played before.
struct CostBefore {
  stage::Totals totals;
  std::string version;
  bool is_edited = false;  ///< its text is not the version's own
  std::string text;        ///< the kernel that was played
};

enum class TaskNews : std::uint8_t { none, verdict, hint };

/// The kernel's text: as it is shown, edited and judged.
struct StageKernel {
  std::map<std::string, OwnKernel> own;  ///< opened files, by the id of their lesson
  bool shows_original = false;           ///< the original stands in the place of the board
  /// differences between the original and the edited text; null: not computed yet
  std::shared_ptr<const KernelChanges> changes;
  stage::PlaySettings shown_settings;                ///< settings of the shown play
  bool shows_cost = false;                           ///< each line's cost stands below it
  std::optional<CostBefore> cost_before;             ///< none: no other one has been played
  std::shared_ptr<const rooms::ShownSource> source;  ///< shown source; null: none yet
  bool shows_host = false;       ///< the host's code stands below the kernel, not only its heading
  bool folds_host = false;       ///< the shown source has host code, and the lesson is not about it
  bool source_has_host = false;  ///< value of shows_host for the shown source
  bool scrolls_to_host = false;  ///< the host's code was unfolded and is not in sight yet
  std::shared_ptr<KernelEditor> editor;  ///< null: the kernel is not being edited
  std::shared_ptr<StageTask> task;       ///< search or check that runs; null: none
  std::map<std::string, int> hints;      ///< number of hints shown, by exercise
  std::string answered;                  ///< lesson whose answer is shown; empty: none
  std::map<std::string, std::shared_ptr<const ShownVerdict>> verdicts;  ///< newest, by exercise
  TaskNews news = TaskNews::none;  ///< newest part of the task, not scrolled into sight yet
};

/// The plays that the room has requested.
struct PlayRequests {
  std::string lesson;  ///< lesson whose play was requested last; empty: it has to be requested
  std::vector<session::PlayLesson> open;  ///< not shown yet, the newest last
};

/// The shown play, and the user's choices: lesson, settings, step, pace and followed thread.
struct StageModel {
  std::string lesson;                                   ///< shown lesson; empty: the first one
  std::map<std::string, stage::PlaySettings> settings;  ///< by lesson; only changed settings
  std::map<std::string, PlayHistory> history;           ///< undo history of the settings, by lesson
  int gesture = 0;                                      ///< counts presses of the mouse button
  std::map<std::string, std::string> typed;             ///< lists of numbers being typed, by input
  PlayRequests requests;
  std::string shown_lesson;         ///< lesson of the shown play
  std::uint64_t shown_version = 0;  ///< version of the shown play
  int shown_last = -1;              ///< last step of the shown play
  /// data derived from the shown play; null: none yet
  std::shared_ptr<ShownPlay> play;
  std::optional<int>
      saved_from;        ///< step where the current sequence of pictures began; empty: no sequence
  int step = 0;          ///< number of steps played; 0: the start
  int wanted_step = -1;  ///< step to show of the requested play; −1: the default
  bool playing = false;
  PlayPace pace;
  int followed = -1;      ///< followed thread of the trace; −1: none
  StageCell asked;        ///< cell whose story is shown
  int dragged_lane = -1;  ///< dragged lane; −1: none
  StagePlaces places;
  ui::Folds folds;
  StageKernel kernel;
};

struct StageView : rooms::Frame {
  StageModel& model;

  static std::span<const rooms::ActionRow<StageView>> actions();
};

/// Empty: there is no play yet.
std::optional<StageMoment> shown_moment(const StageView& context);
void draw_stage_place(StageView& context, const ui::Box& room);

std::span<const ui::GroupRow<StageView>> side_groups();

void draw_stage_side(StageView& context, const ui::Box& area);

// Shown content
// -------------------------------------------------------------------------------------------

/// Returns all lessons and exercises, and after them the opened files.
std::vector<const stage::Lesson*> listed_lessons(const StageModel& model);
/// Returns the shown lesson: the chosen one, or the first.
const stage::Lesson& shown_lesson(const StageModel& model);
/// Returns the title of the shown lesson and of its version: "Race: x++".
std::string shown_title(const StageView& context);
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
/// Plays the shown lesson with its current settings. Where the text is a lesson by itself, reads
/// its header again, and shows its mistakes.
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
