// What the shell keeps beside its rooms: looks, the help, what the window says.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>

#include "app/rooms/action.h"
#include "app/rooms/frame.h"
#include "app/shell/lecture_model.h"

namespace heatwave::shell {

/// A notice while it is shown.
struct SeenNotice {
  double since = 0.0;
  int place = 0;  ///< of its own: the next one to be shown after it has gone may have it
};

/// A recording that is being played; times in seconds.
struct PlaybackModel {
  bool open = false;
  bool wants_to_leave = false;
  double seconds = 0.0;          ///< its length
  double reached = 0.0;          ///< where the field stands
  double going_to = 0.0;         ///< where it is to come to
  std::optional<double> wanted;  ///< by whoever drags the time line
};

struct ShellModel {
  std::string room;  ///< the id of the one shown
  bool dark = true;
  float scale = 1.0F;
  bool panel_shown = true;
  bool help_shown = false;
  bool is_full_screen = false;
  bool wants_full_screen_turned = false;
  bool wants_to_leave = false;
  PlaybackModel playback;
  LectureModel lecture;
  std::map<std::uint64_t, SeenNotice> notice_seen;  ///< by its number
  std::string saved;                                ///< the newest file that was told of
  std::string told;                                 ///< the window's own notice
  double told_at = -1e9;                            ///< when it appeared
};

struct ShellView : rooms::Frame {
  ShellModel& model;

  static std::span<const rooms::ActionRow<ShellView>> actions();
};

inline constexpr const char* kRoomsHeading = "Rooms";  ///< first in the help

}  // namespace heatwave::shell
