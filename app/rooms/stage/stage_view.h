// The Stage's private state, and the context that its parts draw from.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "app/rooms/room.h"
#include "app/rooms/shown_source.h"
#include "app/rooms/stage/play_history.h"
#include "app/ui/box.h"
#include "app/ui/group_list.h"
#include "kernels/stage/lesson.h"

namespace heatwave::stage_room {

/// A cell of an array of the play.
struct StageCell {
  int array = -1;  ///< −1: none
  std::int64_t index = 0;
  friend bool operator==(const StageCell&, const StageCell&) = default;
};

class ShownPlay;
struct StageMoment;

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
  ui::Box picture;                      ///< area of the board's picture, with its caption
  float smallest_letters = kNoLetters;  ///< size of the smallest text on the board, in window units
};

/// The user's choices besides the play itself: the moment, the pace, the followed thread.
struct StageModel {
  std::string lesson;                                   ///< shown lesson; empty: the first one
  std::map<std::string, stage::PlaySettings> settings;  ///< by lesson; only changed settings
  std::map<std::string, PlayHistory> history;           ///< undo history of the settings, by lesson
  int gesture = 0;                                      ///< counts presses of the mouse button
  std::map<std::string, std::string> typed;             ///< lists of numbers being typed, by input
  std::string asked_lesson;                             ///< lesson whose play was requested last
  std::string shown_lesson;                             ///< lesson of the shown play
  std::uint64_t shown_version = 0;                      ///< version of the shown play
  int shown_last = -1;                                  ///< last step of the shown play
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
  std::shared_ptr<const rooms::ShownSource> source;  ///< shown source; null: none yet
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

}  // namespace heatwave::stage_room
