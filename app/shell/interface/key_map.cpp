// Looks things up in the tables of actions.
#include "app/shell/interface/key_map.h"

#include <algorithm>

namespace heatwave::shell {
namespace {

void add_to(std::vector<HelpSection>& all, const rooms::Action& action, const KeyLayout& layout) {
  if (*action.keys == '\0') {
    if (!all.empty()) all.back().lines.back().action = nullptr;  // the line above tells of both
    return;
  }
  if (all.empty() || all.back().title != action.heading) all.push_back({action.heading, {}});
  all.back().lines.push_back({layout.shown(action.keys), action.what, &action});
}

}  // namespace

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

std::vector<HelpSection> help_of(const rooms::Room& room, const KeyLayout& layout) {
  std::vector<HelpSection> all;
  const auto is_first = [](const rooms::Action& a) { return a.heading == kRoomsHeading; };
  for (const auto& row : ShellView::actions()) {
    if (is_first(row)) add_to(all, row, layout);
  }
  for (const rooms::Action* action : room.actions()) add_to(all, *action, layout);
  for (const auto& row : ShellView::actions()) {
    if (!is_first(row)) add_to(all, row, layout);
  }
  if (!room.mouse().empty()) {
    all.push_back({"Mouse", {}});
    for (const rooms::Hint& hint : room.mouse())
      all.back().lines.push_back({hint.keys, hint.what, nullptr});
    all.back().lines.push_back({"Ctrl Wheel", "magnify the window about the pointer", nullptr});
  }
  return all;
}

}  // namespace heatwave::shell
