// Routes keys by what has the focus.
#include "app/shell/interface/key_router.h"

#include <imgui.h>

#include <utility>

namespace heatwave::shell {
namespace {

namespace key = rooms::key;

bool is_enter(int code) { return code == key::kEnter || code == key::kKeypadEnter; }

/// How far arrows turn a value: far with Shift.
struct Turn {
  int along = 0;
  int up = 0;
};
Turn turn_of(const rooms::Chord& chord) {
  constexpr int kFar = 10;
  const int by = chord.shift ? kFar : 1;
  if (chord.key == key::kRight) return {.along = by};
  if (chord.key == key::kLeft) return {.along = -by};
  if (chord.key == key::kUp) return {.up = by};
  if (chord.key == key::kDown) return {.up = -by};
  return {};
}

}  // namespace

bool KeyRouter::update(const std::vector<KeyPress>& keys,
                       const std::function<void(const KeyPress&)>& press) {
  list_is_open_ = std::exchange(memory_.list_is_open, false);
  memory_.close_list = false;
  const bool typing = ImGui::GetIO().WantTextInput;
  if (!keys.empty()) memory_.tooltips.hide();
  for (const int button : {ImGuiMouseButton_Left, ImGuiMouseButton_Right}) {
    if (ImGui::IsMouseClicked(button)) memory_.focus.hide();
  }
  for (const KeyPress& key : keys) {
    if (goes_to_control(key, typing)) continue;
    if (shell_.now.asks_something) {
      question_keys_.push_back(key.chord);
    } else if (!typing && !leaves_one(key)) {
      press(key);
    }
  }
  return typing || !keys.empty();
}

bool KeyRouter::leaves_one(const KeyPress& press) {
  const bool is_escape = press.chord == rooms::Chord{rooms::key::kEscape};
  if (list_is_open_) {
    // It lies over the room: what happens behind it would not be seen.
    if (is_escape) memory_.close_list = true;
    return true;
  }
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

bool KeyRouter::goes_to_control(const KeyPress& press, bool typing) {
  ui::KeyFocus& focus = memory_.focus;
  const rooms::Chord& chord = press.chord;
  const bool over_room =
      list_is_open_ || shell_.now.interface.help_shown || shell_.now.asks_something;
  if (chord.control) return false;
  if (chord.key == key::kTab) {
    focus.move(chord.shift ? -1 : 1);
    // Dear ImGui lets go of what is typed into where nothing has its attention.
    if (focus.drops_text()) ImGui::SetWindowFocus(nullptr);
    return true;
  }
  if (chord.key == key::kEscape && !over_room && (typing || focus.is_held())) {
    focus.hide();
    return true;
  }
  if (typing) return false;
  if (is_enter(chord.key) || chord.key == key::kSpace) {
    return press.repeated ? focus.is_held() : focus.press();
  }
  if (chord.key == key::kHome || chord.key == key::kEnd) return focus.jump(chord.key == key::kEnd);
  const Turn turn = turn_of(chord);
  return (turn.along != 0 || turn.up != 0) && focus.turn(turn.along, turn.up, press.repeated);
}

}  // namespace heatwave::shell
