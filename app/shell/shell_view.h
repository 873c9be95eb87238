// What the shell keeps beside its rooms: looks, the help, what the window says.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/files/file_dialog.h"
#include "app/rooms/action.h"
#include "app/rooms/frame.h"
#include "app/shell/key_layout.h"
#include "app/shell/lecture_model.h"
#include "app/shell/picture_model.h"
#include "app/shell/present_model.h"
#include "app/shell/search_model.h"
#include "app/shell/tour.h"

namespace heatwave::shell {

/// In seconds: what was then is no more to be seen.
inline constexpr double kLongAgo = -1e9;

/// A notice while it is shown.
struct SeenNotice {
  double since = 0.0;
  int place = 0;  ///< of its own: the next one to be shown after it has gone may have it
};

/// A recording that is being played; times in seconds.
struct PlaybackModel {
  bool open = false;
  bool wants_to_leave = false;
  bool of_last_minute = false;   ///< it is that; else of a file
  bool wants_minute = false;     ///< to begin with it, or to go back to where one was
  double seconds = 0.0;          ///< its length
  double reached = 0.0;          ///< where the field stands
  double going_to = 0.0;         ///< where it is to come to
  double speed = 1.0;            ///< its seconds in one of ours
  std::optional<double> wanted;  ///< by whoever drags the time line
};

/// What a run that did not end as usual has left: the question, and the answer.
enum class LeftBehindAnswer : std::uint8_t { none, bring_back, not_now, forget };
struct LeftBehindModel {
  bool open = false;
  std::string words;
  LeftBehindAnswer answer = LeftBehindAnswer::none;
};

struct ShellModel {
  std::string room;  ///< the id of the one shown
  KeyLayout layout;  ///< of the keyboard
  bool dark = true;
  float scale = 1.0F;
  bool panel_shown = true;
  bool help_shown = false;
  std::string help_chosen;  ///< the id of an action that was clicked in it
  bool is_full_screen = false;
  bool wants_full_screen_turned = false;
  bool wants_to_leave = false;
  std::string done;  ///< the newest action that a key was for
  int deeds = 0;     ///< so many were
  PlaybackModel playback;
  LeftBehindModel left_behind;
  PictureModel picture;
  files::FileDialog dialog;
  std::vector<rooms::Chord> dialog_keys;  ///< pressed while it is open
  int dialog_typed = 0;                   ///< the text that was last put into it
  int dialog_shown = -1;                  ///< its row that was brought into sight
  LectureModel lecture;
  SearchModel search;
  PresentModel present;
  TourModel tour;
  std::map<std::uint64_t, SeenNotice> notice_seen;  ///< by its number
  std::string saved;                                ///< the newest file that was told of
  std::string told;                                 ///< the window's own notice
  double told_at = kLongAgo;                        ///< when it appeared
  std::vector<ImDrawList*> aside;  ///< what this frame shows whoever speaks, not the audience
};

/// Whether keys go to a question over the window.
inline bool asks_something(const ShellModel& model) {
  return model.dialog.is_open() || model.left_behind.open || model.search.open ||
         model.picture.open();
}

struct ShellView : rooms::Frame {
  ShellModel& model;

  static std::span<const rooms::ActionRow<ShellView>> actions();
};

inline constexpr const char* kRoomsHeading = "Rooms";  ///< first in the help

}  // namespace heatwave::shell
