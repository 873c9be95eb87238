// What the shell's owners show of themselves: plain values that panels draw from and actions ask.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/shell/interface/key_layout.h"
#include "app/wire/lecture.h"

namespace heatwave::shell {

struct LectureStatus {
  const wire::Lecture* lecture = nullptr;  ///< null: none is open
  std::size_t step = 0;
  bool card_shown = false;    ///< in the side panel's place
  bool caption_shown = true;  ///< the question, where the room is presented alone
  bool answer_shown = false;
  bool is_going = false;   ///< the step is still being done
  bool writing = false;    ///< the card is for writing
  bool recording = false;  ///< a step is being recorded
  bool changed = false;    ///< since it was read or saved
  /// The lectures that come with the program; null: not read yet.
  std::shared_ptr<const std::vector<wire::LectureListing>> all;

  [[nodiscard]] const wire::LectureStep& here() const { return lecture->steps[step]; }
  /// Whether going on shows the answer first; the editor shows it in any case.
  [[nodiscard]] bool has_answer_to_show() const {
    return !answer_shown && !writing && !here().question.empty();
  }
};

/// A recording that is being played; times in seconds.
struct PlaybackStatus {
  static constexpr double kSlowest = 0.25;
  static constexpr double kFastest = 8.0;

  bool open = false;
  bool of_last_minute = false;  ///< it is the last minute; else a file
  double seconds = 0.0;         ///< its length
  double reached = 0.0;         ///< where the field stands
  double going_to = 0.0;        ///< where it is to come to
  double speed = 1.0;           ///< its seconds in one of the clock's
};

struct PresentStatus {
  bool on = false;                  ///< the room alone
  bool pen = false;                 ///< the pen is in use
  bool has_drawn = false;           ///< the pen has drawn something
  bool audience = false;            ///< there is a window for the audience
  bool held = false;                ///< the room, or the audience's window, shows its last picture
  bool holds_picture = false;       ///< the room's held picture is shown in place of the room
  bool takes_held_picture = false;  ///< this frame is drawn for the picture to be held
  bool can_leave = false;           ///< Esc leaves something of it
  bool shows_keys = false;
  float magnified = 1.0F;
};

struct TourStatus {
  std::optional<std::size_t> step;  ///< none: it is not taken now
  bool offered = false;
  bool is_done = false;   ///< the step shown has been done
  bool was_seen = false;  ///< it was taken or offered, and does not come by itself again
};

struct DocumentStatus {
  std::vector<std::filesystem::path> recent;
  std::filesystem::path folder;  ///< of the file used last
};

struct PictureStatus {
  bool takes_room = false;      ///< this frame is drawn for a picture of the room
  bool saves_sequence = false;  ///< a picture of each step of the room is being saved
};

struct InterfaceStatus {
  bool dark = true;
  float scale = 1.0F;
  bool panel_shown = true;
  bool help_shown = false;
  bool search_open = false;
};

struct ShellSnapshot {
  std::string room;  ///< the id of the one shown
  KeyLayout layout;  ///< of the keyboard
  bool is_full_screen = false;
  bool asks_something = false;  ///< keys go to a question over the window
  bool has_dragged = true;      ///< the person is known to have dragged an item
  InterfaceStatus interface;
  LectureStatus lecture;
  PlaybackStatus playback;
  PresentStatus present;
  TourStatus tour;
  PictureStatus pictures;
  std::shared_ptr<const DocumentStatus> documents = std::make_shared<DocumentStatus>();
};

}  // namespace heatwave::shell
