// A recording in the window: time passes, the time line is dragged, and nothing else changes the
// field. The last minute is such a recording, too.
#pragma once

#include <memory>
#include <optional>

#include "app/shell/shell_context.h"
#include "app/shell/shell_view.h"
#include "app/ui/box.h"
#include "app/wire/player.h"

namespace heatwave::shell {

/// What a frame has for the recording, in seconds.
struct PlaybackTime {
  double passed = 0.0;     ///< since the frame before
  double for_steps = 0.0;  ///< for steps of the field
};

class Playback {
 public:
  /// Plays the recording that the window begins with, if there is one.
  explicit Playback(const ShellContext& shell);

  void handle(const session::PlayRecording& command);
  void handle(const session::ShowLastMinute& command);
  void handle(const session::SeekRecording& command);
  void handle(const session::SetPlaybackSpeed& command);
  void handle(const session::EndPlayback& command);
  /// Looks at a command of the window's for the session. Returns false where the recording takes it
  /// or forbids it.
  bool admit(const session::Command& command);

  void update(PlaybackTime time);
  void draw(ShellView& view, const ui::Box& place);

  [[nodiscard]] const PlaybackStatus& status() const { return status_; }

 private:
  void open(std::shared_ptr<const wire::Recording> recording);
  /// Ends it where it is: from here on the field is another one.
  void take_over();
  void show_last_minute();
  void leave_last_minute();
  void forget();

  /// The present, while the last minute is shown.
  struct Present {
    std::shared_ptr<const session::Session::Kept> kept;
    bool playing = false;
  };

  const ShellContext& shell_;
  std::shared_ptr<const wire::Recording> recording_;  ///< null: none is played
  std::unique_ptr<wire::Player> player_;              ///< null: none is played
  std::optional<Present> present_;                    ///< none: the last minute is not shown
  PlaybackStatus status_;
  bool sought_ = false;  ///< since the last update
};

}  // namespace heatwave::shell
