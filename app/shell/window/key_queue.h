// Keys on their way to Dear ImGui, which asks once a frame which keys are down: what is pressed and
// let go between two frames would never have been pressed.
#pragma once

#include <deque>
#include <vector>

namespace heatwave::shell {

/// One call of a GLFW callback: of a key or, where `letter` is set, of a letter that was typed.
struct KeyEvent {
  int key = 0;
  int scancode = 0;
  int action = 0;
  int modifiers = 0;
  unsigned letter = 0;

  friend bool operator==(const KeyEvent&, const KeyEvent&) = default;
};

class KeyQueue {
 public:
  void add(const KeyEvent& event) { waiting_.push_back(event); }
  /// What one frame takes, in order: up to the first key that does something by being down.
  std::vector<KeyEvent> take();
  [[nodiscard]] bool empty() const { return waiting_.empty(); }

 private:
  std::deque<KeyEvent> waiting_;
};

}  // namespace heatwave::shell
