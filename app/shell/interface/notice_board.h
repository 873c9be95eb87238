// What the session and the window have to say, calmly, in a corner of the room.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "app/rooms/room.h"
#include "app/shell/shell_view.h"

namespace heatwave::shell {

class NoticeBoard {
 public:
  /// A notice while it is shown.
  struct SeenNotice {
    double since = 0.0;
    int place = 0;  ///< of its own: the next one to be shown after it has gone may have it
  };
  using Seen = std::map<std::uint64_t, SeenNotice>;

  /// Shows the window's own notice for a few seconds.
  void show(std::string text, double now);
  void draw(ShellView& shell, rooms::Room& room, const ui::Box& place);

  /// The window's own newest notice.
  [[nodiscard]] const std::string& text() const { return told_; }
  /// The session's notices that are shown, by their numbers.
  [[nodiscard]] const Seen& seen() const { return seen_; }

  /// In seconds: a notice that appeared then is not seen any more.
  static constexpr double kLongAgo = -1e9;

 private:
  void dismiss(ShellView& shell, const session::Notice& notice);
  /// Shows that a picture is complete. A sequence has its light, and the session tells of its end.
  void note_saved(const session::ExportStatus& status, double now);
  /// Draws a notice with its lower right corner there; returns its height.
  float draw_notice(ShellView& shell, rooms::Room& room, const session::Notice& notice,
                    ImVec2 corner, float width, float alpha);

  Seen seen_;
  std::string told_;
  double told_at_ = kLongAgo;  ///< when it appeared
  std::string saved_;          ///< the newest file that was told of
};

}  // namespace heatwave::shell
