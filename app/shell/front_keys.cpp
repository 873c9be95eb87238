// Who gets a key: what is typed into, the control that Tab has come to, a question, the room.
#include <imgui.h>

#include <utility>

#include "app/shell/front.h"
#include "app/shell/key_map.h"

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

void Front::take_keys() {
  const bool typing = ImGui::GetIO().WantTextInput;
  const std::vector<KeyPress> keys = window_.take_keys();
  if (!keys.empty()) memory_.tooltips.hide();
  if (typing || !keys.empty() || interface_.has_input()) {
    touched_at_ = ImGui::GetTime();
    idle_.stir(touched_at_);
  }
  for (const int button : {ImGuiMouseButton_Left, ImGuiMouseButton_Right}) {
    if (ImGui::IsMouseClicked(button)) memory_.focus.hide();
  }
  // Keyboards are changed while the program runs, and nothing tells of it.
  constexpr std::int64_t kFramesBetweenLooks = 64;
  if (frame_ % kFramesBetweenLooks == 0) model_.layout = GlfwWindow::layout();
  for (const KeyPress& key : keys) {
    if (goes_to_control(key, typing)) continue;
    if (asks_something(model_)) {
      model_.dialog_keys.push_back(key.chord);
    } else if (!typing) {
      note_shown_key(key);
      press(key);
    }
  }
}

bool Front::goes_to_control(const KeyPress& press, bool typing) {
  ui::KeyFocus& focus = memory_.focus;
  const rooms::Chord& chord = press.chord;
  const bool over_room = list_is_open_ || model_.help_shown || asks_something(model_);
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

void Front::press(const KeyPress& key) {
  if (list_is_open_) {
    // It lies over the room: what happens behind it would not be seen.
    if (key.chord == rooms::Chord{rooms::key::kEscape}) memory_.close_list = true;
    return;
  }
  if (key.chord == rooms::Chord{rooms::key::kEscape} && leave_one()) return;
  const KeyAction action = action_of(room(), key);
  if (const rooms::Action* known = action.any()) {
    model_.done = known->id;
    ++model_.deeds;
  }
  perform(action, false);
}

bool Front::leave_one() {
  if (std::exchange(model_.help_shown, false)) return true;
  if (model_.present.leave_one()) return true;
  if (model_.tour.step() || model_.tour.is_offered(ImGui::GetTime())) {
    model_.tour.end();
    return true;
  }
  LectureModel& lecture = model_.lecture;
  return lecture.lecture == nullptr && std::exchange(lecture.card_shown, false);
}

void Front::perform(const KeyAction& action, bool by_name) {
  if (action.any() == nullptr) return;
  ShellView shell = shell_view();
  if (by_name) {
    const std::string why_not = action.of_room != nullptr ? room().why_not(*action.of_room, shell)
                                                          : rooms::why_not(*action.of_shell, shell);
    if (!why_not.empty()) return tell(why_not + ".");
  }
  if (action.of_room != nullptr) return room().perform(*action.of_room, shell);
  rooms::perform(*action.of_shell, shell);
}

}  // namespace heatwave::shell
