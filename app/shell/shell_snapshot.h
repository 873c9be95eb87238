// State published by the shell's owners: plain values that panels draw from and actions read.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/export/field_picture.h"
#include "app/rooms/room.h"
#include "app/shell/interface/key_layout.h"
#include "app/wire/lecture.h"

namespace heatwave::shell {

struct LectureStatus {
  const wire::Lecture* lecture = nullptr;  ///< null: none is open
  std::size_t step = 0;
  bool card_shown = false;     ///< shown in place of the side panel
  bool caption_shown = true;   ///< the question is shown while the room is presented
  bool caption_drawn = false;  ///< the question was in sight below the room in the last frame
  bool answer_shown = false;
  bool is_going = false;   ///< the step is still running
  bool writing = false;    ///< the card is in edit mode
  bool recording = false;  ///< a step is being recorded
  bool changed = false;    ///< changed since it was read or saved
  double seconds = 0.0;    ///< time spent on it
  /// The lectures that come with the program; null: not read yet.
  std::shared_ptr<const std::vector<wire::LectureListing>> all;

  [[nodiscard]] const wire::LectureStep& here() const { return lecture->steps[step]; }
  /// Returns the title of the next step; empty: this is the last.
  [[nodiscard]] std::string next_title() const {
    return step + 1 < lecture->steps.size() ? lecture->steps[step + 1].title : "";
  }
  /// Returns whether the next step first shows the answer; the editor always shows it.
  [[nodiscard]] bool has_answer_to_show() const {
    return !answer_shown && !writing && !here().question.empty();
  }
  /// Returns whether the question is out of sight, so that the next step brings it back before it
  /// shows the answer.
  [[nodiscard]] bool hides_question() const {
    return has_answer_to_show() && !card_shown && !caption_drawn;
  }
};

/// A recording that is being played; times in seconds.
struct PlaybackStatus {
  static constexpr double kSlowest = 0.25;
  static constexpr double kFastest = 8.0;

  bool open = false;
  bool of_last_minute = false;  ///< it is the last minute; otherwise a file
  double seconds = 0.0;         ///< its length
  double reached = 0.0;         ///< the field's current time
  double going_to = 0.0;        ///< target time of a seek
  double speed = 1.0;           ///< recorded seconds per second
};

struct PresentStatus {
  bool on = false;   ///< the room is presented alone
  bool pen = false;  ///< the pen, the highlighter or the eraser is in use
  session::PenTool pen_tool = session::PenTool::pen;
  session::PenColour pen_colour = session::PenColour::yellow;
  bool has_drawn = false;           ///< the pen has drawn something
  bool spotlight = false;           ///< all but a disc about the pointer is dark
  bool blank = false;               ///< the audience sees a black screen
  bool counts_down = false;         ///< a countdown is shown
  bool audience = false;            ///< a window for the audience is open
  bool held = false;                ///< the room, or the audience's window, is frozen
  bool holds_picture = false;       ///< the frozen picture is shown in place of the room
  bool takes_held_picture = false;  ///< this frame is drawn for the picture to be frozen
  bool can_leave = false;           ///< Esc has something to leave
  bool shows_keys = false;          ///< keys or the pointer are shown for some seconds
  bool pointer_rests = false;       ///< the pointer has not moved for some seconds
  float magnified = 1.0F;
};

struct TourStatus {
  std::optional<std::size_t> step;  ///< none: the tour is not running
  bool offered = false;
  bool is_done = false;   ///< the step shown has been done
  bool was_seen = false;  ///< the tour was taken or declined, and is not offered again
};

struct DocumentStatus {
  std::vector<std::filesystem::path> recent;
  std::filesystem::path folder;  ///< folder of the file used last
};

struct PictureStatus {
  bool takes_room = false;      ///< this frame is drawn for a picture of the room
  bool saves_sequence = false;  ///< a picture of each step of the room is being saved
  std::int64_t frames = 0;      ///< number of pictures in that sequence so far
  bool is_working = false;      ///< frames must go on for pictures or a preview
  /// The field's picture as the export dialog last had it; none: its size is the cells' own.
  std::optional<exporting::PictureParts> sized_field;
};

struct FieldViewStatus {
  bool smooth_cells = true;  ///< values between cells are interpolated
  bool shows_cuts = false;   ///< lines lie between the parts of the field
};

struct InterfaceStatus {
  bool dark = true;
  float scale = 1.0F;
  bool panel_shown = true;
  bool help_shown = false;
  bool search_open = false;
  bool gallery_open = false;
  bool settings_open = false;
  bool less_motion = false;  ///< no fades, no animations
  double rate = 0.0;         ///< largest number of frames per second; 0: the screen's
  bool key_captions = true;  ///< keys are shown as they are pressed while presenting
};

struct ShellSnapshot {
  std::string room;          ///< id of the visible room
  rooms::Reveals reveals;    ///< parts of the visible room that a lecture's steps show first
  float lab_divider = 0.5F;  ///< share of the lab above its divider
  std::vector<std::string>
      turned_groups;  ///< groups of side panels that are not in their initial state
  KeyLayout layout;   ///< signs on the keyboard
  bool is_full_screen = false;
  bool asks_something = false;  ///< a question over the window takes the keys
  bool has_dragged = true;      ///< the person is known to have dragged an item
  InterfaceStatus interface;
  FieldViewStatus field;
  LectureStatus lecture;
  PlaybackStatus playback;
  PresentStatus present;
  TourStatus tour;
  PictureStatus pictures;
  std::shared_ptr<const DocumentStatus> documents = std::make_shared<DocumentStatus>();
};

/// True while a lecture is presented: then B and the full stop of a presenter's remote blank the
/// screen, whatever they do in the room.
inline bool accepts_blanking_keys(const ShellSnapshot& now) {
  return now.lecture.lecture != nullptr && (now.present.on || now.present.audience);
}

}  // namespace heatwave::shell
