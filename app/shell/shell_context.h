// References that the shell lends to its owners.
#pragma once

#include <exception>
#include <functional>
#include <variant>

#include "app/rooms/room.h"
#include "app/session/session.h"
#include "app/session/sights.h"
#include "app/shell/shell_snapshot.h"
#include "app/shell/start.h"
#include "app/words/word_lists.h"

namespace heatwave::shell {

/// Returns whether only direct manipulation with the pointer sends the command.
inline bool is_dragged(const session::Command& command) {
  return std::holds_alternative<session::MoveItem>(command) ||
         std::holds_alternative<session::ExtendItem>(command) ||
         std::holds_alternative<session::Paint>(command);
}

struct ShellView;

struct ShellContext {
  const Start& start;
  session::Session& session;
  rooms::CommandSender& commands;
  const ShellSnapshot& now;
  std::function<session::Sight()> sight;     ///< the rooms' current views
  std::function<const rooms::Room&()> room;  ///< the visible room
  /// Makes the data that rooms and the shell's actions work on.
  std::function<ShellView()> view;

  /// Shows the reason as a sentence, without unprintable characters.
  void tell_why(const std::exception& error) const {
    commands.tell(words::sentence(words::printable(error.what())));
  }
};

}  // namespace heatwave::shell
