// The stage room's state, private to it, and the parts that draw from it.
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
  double pace = 2.0;                    ///< steps per second
  double due = 0.0;                     ///< part of a step that time has brought since the last one
  int followed = -1;                    ///< a thread of the trace; −1: none
  StageCell asked;                      ///< the cell whose story is told
  int dragged_lane = -1;                ///< of an array that shows its lanes; −1: none
  ui::Box board_shown_in;               ///< the board's room in the frame before
  ui::Box board_area;                   ///< where the board lies
  ui::Box source_area;                  ///< where the code lies
  ui::Box picture_area;                 ///< likewise, with what a picture of it says
  float smallest_letters = kNoLetters;  ///< on the board, as they were drawn, in window units
  ui::Folds folds;
  std::shared_ptr<const rooms::ShownSource> source;  ///< as shown; null: none yet
};

struct StageView : rooms::Frame {
  StageModel& model;

  static std::span<const rooms::ActionRow<StageView>> actions();
};

/// None where there is no play yet.
std::optional<StageMoment> shown_moment(const StageView& context);
void draw_stage_place(StageView& context, const ui::Box& room);

std::span<const ui::GroupRow<StageView>> side_groups();

void draw_stage_side(StageView& context, const ui::Box& area);

}  // namespace heatwave::stage_room
