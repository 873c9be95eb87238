// Hands keys out frame by frame.
#include "app/shell/window/key_queue.h"

#include <glad/gl.h>  // before GLFW, which would bring a header of its own

#include <GLFW/glfw3.h>

namespace heatwave::shell {
namespace {

/// Letters come by themselves and may come many at a time. Keys that have none, and chords, act
/// only while they are seen to be down.
bool acts(const KeyEvent& event) {
  if (event.letter != 0 || event.action != GLFW_PRESS) return false;
  if (event.key >= GLFW_KEY_LEFT_SHIFT && event.key <= GLFW_KEY_RIGHT_SUPER) return false;
  constexpr int kFirstWithoutLetter = GLFW_KEY_ESCAPE;
  const bool chord = (event.modifiers & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER)) != 0;
  return chord || event.key >= kFirstWithoutLetter;
}

}  // namespace

std::vector<KeyEvent> KeyQueue::take() {
  std::vector<KeyEvent> taken;
  while (!waiting_.empty()) {
    taken.push_back(waiting_.front());
    waiting_.pop_front();
    if (acts(taken.back())) break;
  }
  return taken;
}

}  // namespace heatwave::shell
