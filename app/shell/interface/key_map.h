// Finds the action of a key in a room, and the keys of an action, from the action tables.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/rooms/room.h"
#include "app/shell/interface/key_layout.h"
#include "app/shell/shell_view.h"

namespace heatwave::shell {

/// Holds the action of a chord: of the room, or of the shell for every room; null: none.
struct KeyAction {
  const rooms::Action* of_room = nullptr;
  const rooms::ActionRow<ShellView>* of_shell = nullptr;
  /// Returns the action that is set; null: none.
  [[nodiscard]] const rooms::Action* any() const { return of_room != nullptr ? of_room : of_shell; }
};
KeyAction action_of(const rooms::Room& room, rooms::Chord chord, bool repeated);
/// Finds the action for each way to read a key press, the printed sign first.
KeyAction action_of(const rooms::Room& room, const KeyPress& press);

/// Finds the room's action by its id; null: it has none.
const rooms::Action* find_action(const rooms::Room& room, std::string_view id);
/// Returns the displayed keys of an action of the room or the shell; empty: no such action.
std::string keys_of(const rooms::Room& room, std::string_view id);

}  // namespace heatwave::shell
