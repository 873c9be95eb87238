// Looks keys and actions up in the action tables.
#include "app/shell/interface/key_map.h"

#include <algorithm>

namespace heatwave::shell {

KeyAction action_of(const rooms::Room& room, rooms::Chord chord, bool repeated) {
  for (const rooms::Action* action : room.actions()) {
    if (!action->chords.contains(chord)) continue;
    return repeated && !action->repeats ? KeyAction{} : KeyAction{.of_room = action};
  }
  for (const rooms::ActionRow<ShellView>& row : ShellView::actions()) {
    if (!row.chords.contains(chord)) continue;
    return repeated && !row.repeats ? KeyAction{} : KeyAction{.of_shell = &row};
  }
  return {};
}

KeyAction action_of(const rooms::Room& room, const KeyPress& press) {
  for (const rooms::Chord& chord : {press.chord, press.typed, press.in_place}) {
    const KeyAction action = action_of(room, chord, press.repeated);
    if (action.any() != nullptr) return action;
  }
  return {};
}

const rooms::Action* find_action(const rooms::Room& room, std::string_view id) {
  for (const rooms::Action* action : room.actions()) {
    if (action->id == id) return action;
  }
  return nullptr;
}

std::string keys_of(const rooms::Room& room, std::string_view id) {
  if (const rooms::Action* action = find_action(room, id)) return action->keys;
  const auto* row = rooms::find_action(ShellView::actions(), id);
  return row == nullptr ? "" : row->keys;
}

}  // namespace heatwave::shell
