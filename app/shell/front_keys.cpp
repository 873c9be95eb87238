// Who gets a key: the control that has the keyboard focus, a question, the room.
#include <imgui.h>

#include <utility>

#include "app/shell/front.h"
#include "app/shell/key_map.h"
#include "app/ui/keyboard_focus.h"

namespace heatwave::shell {
namespace {

namespace key = rooms::key;

/// Keys that no control takes: they count whatever has the keyboard focus.
bool is_for_room_always(const rooms::Chord& chord) {
  return chord.control || (chord.key >= key::kF1 && chord.key <= key::kF11);
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
  // Keyboards are changed while the program runs, and nothing tells of it.
  constexpr std::int64_t kFramesBetweenLooks = 64;
  if (frame_ % kFramesBetweenLooks == 0) model_.layout = GlfwWindow::layout();
  for (const KeyPress& key : keys) {
    if (goes_to_control(key.chord, typing)) {
      if (key.chord.key == rooms::key::kEscape && !list_is_open_) ui::leave_control();
      continue;
    }
    if (asks_something(model_)) {
      // A question that stays has its field typed into again.
      if (key.chord.key == rooms::key::kEscape) ImGui::SetNavCursorVisible(false);
      model_.dialog_keys.push_back(key.chord);
    } else if (!typing) {
      note_shown_key(key);
      press(key);
    }
  }
  const bool over_room = list_is_open_ || model_.help_shown || asks_something(model_);
  if (!typing && !over_room && !ui::controls_have_keys()) ui::keep_keys_for_room();
}

bool Front::goes_to_control(const rooms::Chord& chord, bool typing) const {
  if (chord.key == key::kTab && !chord.control) return true;
  if (is_for_room_always(chord)) return false;
  if (list_is_open_) return true;
  // Esc closes a question at once, and it knows what is typed into its field.
  if (asks_something(model_)) {
    return ui::controls_have_keys() && !typing && chord.key != key::kEscape;
  }
  if (model_.help_shown && chord.key == key::kEscape) return false;
  return typing || ui::controls_have_keys();
}

void Front::press(const KeyPress& key) {
  // A list lies over the room: what happens behind it would not be seen.
  if (list_is_open_) return;
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
