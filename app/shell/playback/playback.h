// Playback of a recording in the window: its time line can be dragged; other commands do not change
// the field. The last minute is played as a recording, too.
#pragma once

#include <memory>
#include <optional>

#include "app/shell/shell_context.h"
#include "app/shell/shell_view.h"
#include "app/ui/box.h"
#include "app/wire/player.h"

namespace heatwave::shell {

/// A frame's time for the recording, in seconds.
struct PlaybackTime {
  double passed = 0.0;     ///< time since the previous frame
  double for_steps = 0.0;  ///< time for steps of the field
};

class Playback {
 public:
  /// Plays the recording given on the command line, if there is one.
  explicit Playback(const ShellContext& shell);

  void handle(const session::PlayRecording& command);
  void handle(const session::ShowLastMinute& command);
  void handle(const session::SeekRecording& command);
  void handle(const session::SetPlaybackSpeed& command);
  void handle(const session::EndPlayback& command);
  /// Filters the window's commands for the session. Returns false when the recording takes or
  /// refuses a command.
  bool admit(const session::Command& command);

  void update(PlaybackTime time);
  void draw(ShellView& view, const ui::Box& place);

  [[nodiscard]] const PlaybackStatus& status() const { return status_; }

 private:
  void open(std::shared_ptr<const wire::Recording> recording);
  /// Ends the playback; the field continues from here.
  void take_over();
  void show_last_minute();
  void leave_last_minute();
  void forget();

  /// The state to return to after the last minute.
  struct Present {
    std::shared_ptr<const session::Session::Kept> kept;
    bool playing = false;
  };

  const ShellContext& shell_;
  std::shared_ptr<const wire::Recording> recording_;  ///< null: no recording is open
  std::unique_ptr<wire::Player> player_;              ///< null: no recording is open
  std::optional<Present> present_;                    ///< none: the last minute is not shown
  PlaybackStatus status_;
  bool sought_ = false;  ///< a seek has been requested since the last update
};

}  // namespace heatwave::shell
