// Routes keys by the keyboard focus.
#include "app/shell/interface/key_router.h"

#include <imgui.h>

#include <utility>

#include "app/ui/keyboard_focus.h"

namespace heatwave::shell {
namespace {

namespace key = rooms::key;

/// Returns whether a key goes to the room whichever control has the keyboard focus.
bool is_for_room_always(const rooms::Chord& chord) {
  return chord.control || (chord.key >= key::kF1 && chord.key <= key::kF12);
}

/// Returns whether a key goes to the room even from a text that is being typed: files are saved and
/// opened from there, too. Text fields need most other keys with Ctrl.
bool is_for_room_while_typing(const rooms::Chord& chord) {
  return chord.control && (chord.key == 'S' || chord.key == 'O');
}

}  // namespace

void KeyRouter::begin_keys() {
  list_is_open_ = std::exchange(memory_.list_is_open, false);
  // Dear ImGui speaks of the last frame: the field of a question that has closed takes no text.
  const bool has_closed = asked_ && !shell_.now.asks_something;
  typing_ = ImGui::GetIO().WantTextInput && !has_closed;
  // It also shows its cursor again, at the control that had the focus before.
  controls_have_keys_ = ui::controls_have_keys() && !has_closed;
}

bool KeyRouter::is_for_room(const KeyPress& press) {
  const bool is_escape = press.chord.key == key::kEscape;
  memory_.tooltips.hide();
  if (goes_to_control(press.chord)) {
    if (is_escape && !list_is_open_) ui::leave_control();
    return false;
  }
  if (shell_.now.asks_something) {
    // If Esc leaves the question open, its text field takes the focus again.
    if (is_escape) ImGui::SetNavCursorVisible(false);
    question_keys_.push_back(press.chord);
    return false;
  }
  // An open list covers the room and would hide the effect of other keys.
  if (list_is_open_ || (typing_ && !is_for_room_while_typing(press.chord))) return false;
  return press.chord != rooms::Chord{key::kEscape} || !closes_layer();
}

bool KeyRouter::may_have_closed_question() const {
  if (question_keys_.empty()) return false;
  const int newest = question_keys_.back().key;
  return newest == key::kEscape || newest == key::kEnter || newest == key::kKeypadEnter;
}

void KeyRouter::end_frame() {
  question_keys_.clear();
  asked_ = shell_.now.asks_something;
}

void KeyRouter::end_keys() const {
  const bool over_room =
      list_is_open_ || shell_.now.interface.help_shown || shell_.now.asks_something;
  if (!typing_ && !over_room && !controls_have_keys_) ui::keep_keys_for_room();
}

bool KeyRouter::closes_layer() const {
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

bool KeyRouter::goes_to_control(const rooms::Chord& chord) const {
  if (chord.key == key::kTab && !chord.control) return true;
  if (is_for_room_always(chord)) return false;
  if (list_is_open_) return true;
  // Esc closes a question at once, even while its field is typed into.
  if (shell_.now.asks_something) {
    return controls_have_keys_ && !typing_ && chord.key != key::kEscape;
  }
  if (shell_.now.interface.help_shown && chord.key == key::kEscape) return false;
  return typing_ || controls_have_keys_;
}

}  // namespace heatwave::shell
