// Routes keys by what has the focus.
#include "app/shell/interface/key_router.h"

#include <imgui.h>

#include <utility>

#include "app/ui/keyboard_focus.h"

namespace heatwave::shell {
namespace {

namespace key = rooms::key;

/// Keys that no control takes: they count whatever has the keyboard focus.
bool is_for_room_always(const rooms::Chord& chord) {
  return chord.control || (chord.key >= key::kF1 && chord.key <= key::kF11);
}

}  // namespace

bool KeyRouter::update(const std::vector<KeyPress>& keys,
                       const std::function<void(const KeyPress&)>& press) {
  list_is_open_ = std::exchange(memory_.list_is_open, false);
  const bool typing = ImGui::GetIO().WantTextInput;
  if (!keys.empty()) memory_.tooltips.hide();
  for (const KeyPress& each : keys) {
    const bool is_escape = each.chord.key == key::kEscape;
    if (goes_to_control(each.chord, typing)) {
      if (is_escape && !list_is_open_) ui::leave_control();
      continue;
    }
    if (shell_.now.asks_something) {
      // A question that stays has its field typed into again.
      if (is_escape) ImGui::SetNavCursorVisible(false);
      question_keys_.push_back(each.chord);
    } else if (!typing && !leaves_one(each)) {
      press(each);
    }
  }
  const bool over_room =
      list_is_open_ || shell_.now.interface.help_shown || shell_.now.asks_something;
  if (!typing && !over_room && !ui::controls_have_keys()) ui::keep_keys_for_room();
  return typing || !keys.empty();
}

bool KeyRouter::leaves_one(const KeyPress& press) {
  const bool is_escape = press.chord == rooms::Chord{rooms::key::kEscape};
  // A list lies over the room: what happens behind it would not be seen.
  if (list_is_open_) return true;
  if (!is_escape) return false;
  const ShellSnapshot& now = shell_.now;
  rooms::CommandSender& commands = shell_.commands;
  if (now.interface.help_shown) {
    commands.send(session::ShowHelp{false});
  } else if (now.present.can_leave) {
    commands.send(session::LeavePresenting{});
  } else if (now.tour.step || now.tour.offered) {
    commands.send(session::MoveTour{session::TourMove::end});
  } else if (now.lecture.lecture == nullptr && now.lecture.card_shown) {
    commands.send(session::ShowLectureCard{false});
  } else {
    return false;
  }
  return true;
}

bool KeyRouter::goes_to_control(const rooms::Chord& chord, bool typing) const {
  if (chord.key == key::kTab && !chord.control) return true;
  if (is_for_room_always(chord)) return false;
  if (list_is_open_) return true;
  // Esc closes a question at once, and it knows what is typed into its field.
  if (shell_.now.asks_something) {
    return ui::controls_have_keys() && !typing && chord.key != key::kEscape;
  }
  if (shell_.now.interface.help_shown && chord.key == key::kEscape) return false;
  return typing || ui::controls_have_keys();
}

}  // namespace heatwave::shell
