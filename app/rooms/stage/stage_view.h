// What the stage room keeps, private to it, and what its parts are given to draw from.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "app/rooms/room.h"
#include "app/rooms/room_frame.h"
#include "app/rooms/shown_source.h"
#include "app/rooms/stage/play_history.h"
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

inline constexpr float kNoLetters = 1e6F;

struct PlayPace {
  double steps_per_second = 2.0;
  double due = 0.0;  ///< part of a step that time has brought since the last one
};

/// Where the parts of the room lie in this frame.
struct StagePlaces {
  ui::Box board;
  ui::Box board_before;  ///< the board's room in the frame before
  ui::Box source;
  ui::Box picture;                      ///< the board with the caption of a picture
  float smallest_letters = kNoLetters;  ///< on the board, as they were drawn, in window units
};

/// What a person has set, beside the play itself: the moment, the pace, what is followed.
struct StageModel {
  std::string lesson;                                   ///< the one shown; empty: the first one
  std::map<std::string, stage::PlaySettings> settings;  ///< by lesson, where they were changed
  std::map<std::string, PlayHistory> history;           ///< of those, by lesson
  int gesture = 0;                                      ///< grows with every press of the pointer
  std::map<std::string, std::string> typed;             ///< lists of numbers being typed, by input
  std::string asked_lesson;                             ///< the newest whose play was asked for
  std::string shown_lesson;                             ///< whose play the rest is about
  std::uint64_t shown_version = 0;                      ///< likewise, which of its plays
  int shown_last = -1;                                  ///< likewise, its last step
  std::shared_ptr<ShownPlay> play;                      ///< what is known of it; null: none yet
  std::optional<int>
      saved_from;        ///< the step where the sequence being saved began; none: no sequence
  int step = 0;          ///< so many have been played; 0: the start
  int wanted_step = -1;  ///< of the play that was asked for; −1: as usual
  bool playing = false;
  PlayPace pace;
  int followed = -1;      ///< a thread of the trace; −1: none
  StageCell asked;        ///< the cell whose story is told
  int dragged_lane = -1;  ///< of an array that shows its lanes; −1: none
  StagePlaces places;
  ui::Folds folds;
  std::shared_ptr<const rooms::ShownSource> source;  ///< as shown; null: none yet
};

struct StageView : rooms::Frame {
  StageModel& model;

  static std::span<const rooms::ActionRow<StageView>> actions();
};

}  // namespace heatwave::stage_room
