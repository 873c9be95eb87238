// What a key does in a room, and which keys an action has; made from the tables of actions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/rooms/room.h"
#include "app/shell/interface/key_layout.h"
#include "app/shell/shell_view.h"

namespace heatwave::shell {

/// The action that the room, or the shell in every room, has for the chord; null: none. `repeated`:
/// the key has been held down for a while; then only those that repeat.
struct KeyAction {
  const rooms::Action* of_room = nullptr;
  const rooms::ActionRow<ShellView>* of_shell = nullptr;
  /// The one that there is.
  [[nodiscard]] const rooms::Action* any() const { return of_room != nullptr ? of_room : of_shell; }
};
KeyAction action_of(const rooms::Room& room, rooms::Chord chord, bool repeated);
/// The same by all that a key press can be read as: what is printed first.
KeyAction action_of(const rooms::Room& room, const KeyPress& press);

/// The room's action of this name; null: it has none.
const rooms::Action* find_action(const rooms::Room& room, std::string_view id);
/// The keys of an action of the room or the shell as shown; empty when there is none.
std::string keys_of(const rooms::Room& room, std::string_view id);

struct HelpLine {
  std::string keys;
  const char* what;
  const rooms::Action* action = nullptr;  ///< the one that it tells of; null: none, or several
};
/// A part of the help.
struct HelpSection {
  std::string title;
  std::vector<HelpLine> lines;
};
/// With keys as they are printed on this keyboard.
std::vector<HelpSection> help_of(const rooms::Room& room, const KeyLayout& layout);

}  // namespace heatwave::shell
