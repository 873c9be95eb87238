// The interface around the rooms: its theme and size, the panel, the help, messages, the top bar.
#pragma once

#include <string>

#include "app/rooms/room.h"
#include "app/shell/interface/notice_board.h"
#include "app/shell/shell_context.h"
#include "app/shell/shell_view.h"

namespace heatwave::shell {

class Interface {
 public:
  explicit Interface(const ShellContext& shell);

  void handle(const session::ShowPanel& command);
  void handle(const session::ShowHelp& command);
  void handle(const session::SetTheme& command);
  void handle(const session::SetInterfaceScale& command);
  void handle(const session::ShowMessage& command);
  void handle(const session::CopyText& command);

  /// Keeps a message in sight while frames are drawn beside other work.
  void hold_message(const std::string& text);
  void drop_message();
  void draw_notices(ShellView& view, rooms::Room& room, const ui::Box& place) {
    board_.draw(view, room, place);
  }

  [[nodiscard]] const InterfaceStatus& status() const { return status_; }
  /// The newest message.
  [[nodiscard]] const std::string& message() const { return board_.text(); }

 private:
  const ShellContext& shell_;
  InterfaceStatus status_;
  NoticeBoard board_;
};

}  // namespace heatwave::shell
