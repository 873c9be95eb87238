// The interface around the rooms: its theme and size, the panel, the help, and messages.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "app/rooms/room.h"
#include "app/shell/shell_context.h"
#include "app/shell/shell_view.h"

namespace heatwave::shell {

/// Shows messages of the session and the window in a corner of the room.
class NoticeBoard {
 public:
  /// A notice that is being shown.
  struct SeenNotice {
    double since = 0.0;
    int place = 0;  ///< number of its ImGui window, reused after it has gone
  };
  using Seen = std::map<std::uint64_t, SeenNotice>;

  /// Shows the window's own notice for a few seconds.
  void show(std::string text, double now);
  /// Notices end where their place ends, or below it where they would rise above `highest`.
  void draw(ShellView& shell, rooms::Room& room, const ui::Box& place, float highest);

  /// The window's own newest notice.
  [[nodiscard]] const std::string& text() const { return told_; }
  /// The session's visible notices, by number.
  [[nodiscard]] const Seen& seen() const { return seen_; }

  /// Time in seconds, for notices that must no longer be visible.
  static constexpr double kLongAgo = -1e9;

 private:
  void dismiss(ShellView& shell, const session::Notice& notice);
  /// Reports a complete picture. Sequences have a light, and the session reports their end.
  void note_saved(const session::ExportStatus& status, double now);
  /// Draws a notice with its lower right corner at `corner`; returns its height.
  float draw_notice(ShellView& shell, rooms::Room& room, const session::Notice& notice,
                    ImVec2 corner, float width, float alpha);

  Seen seen_;
  std::string told_;
  double told_at_ = kLongAgo;  ///< time at which it appeared, in seconds
  std::string saved_;          ///< the newest file that was reported
  float height_ = 0.0F;  ///< height of all notices in the last frame, with the gaps above them
};

class Interface {
 public:
  explicit Interface(const ShellContext& shell);

  void handle(const session::ShowPanel& command) { status_.panel_shown = command.on; }
  void handle(const session::ShowHelp& command) { status_.help_shown = command.on; }
  void handle(const session::SetTheme& command) { status_.dark = command.dark; }
  void handle(const session::LessMotion& command) { status_.less_motion = command.on; }
  void handle(const session::ShowKeyCaptions& command) { status_.key_captions = command.on; }
  void handle(const session::LimitFrameRate& command);
  void handle(const session::SetInterfaceScale& command);
  void handle(const session::ShowMessage& command) { board_.show(command.text, ImGui::GetTime()); }
  void handle(const session::CopyText& command);

  /// Keeps a message visible while frames are drawn beside other work.
  void hold_message(const std::string& text);
  void drop_message();
  void draw_notices(ShellView& view, rooms::Room& room, const ui::Box& place, float highest) {
    board_.draw(view, room, place, highest);
  }

  [[nodiscard]] const InterfaceStatus& status() const { return status_; }
  /// The newest message.
  [[nodiscard]] const std::string& message() const { return board_.text(); }

 private:
  InterfaceStatus status_;
  NoticeBoard board_;
};

}  // namespace heatwave::shell
