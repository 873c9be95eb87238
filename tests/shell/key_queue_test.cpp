// Keys that come faster than frames.
#include "app/shell/window/key_queue.h"

#include <GLFW/glfw3.h>
#include <gtest/gtest.h>

#include <vector>

namespace heatwave::shell {
namespace {

KeyEvent pressed(int key, int action, int modifiers = 0) {
  return {.key = key, .action = action, .modifiers = modifiers};
}
KeyEvent letter(char typed) { return {.letter = static_cast<unsigned>(typed)}; }

TEST(KeyQueue, ATapBetweenTwoFramesIsDownForOne) {
  KeyQueue keys;
  const KeyEvent down = pressed(GLFW_KEY_ENTER, GLFW_PRESS);
  const KeyEvent up = pressed(GLFW_KEY_ENTER, GLFW_RELEASE);
  for (const KeyEvent& event : {down, up}) keys.add(event);
  EXPECT_EQ(keys.take(), std::vector<KeyEvent>{down});
  EXPECT_FALSE(keys.empty());
  EXPECT_EQ(keys.take(), std::vector<KeyEvent>{up});
  EXPECT_TRUE(keys.empty());
  EXPECT_TRUE(keys.take().empty());
}

TEST(KeyQueue, LettersComeTogetherAndInOrderWithWhatEndsThem) {
  KeyQueue keys;
  const std::vector<KeyEvent> typed = {
      pressed(GLFW_KEY_1, GLFW_PRESS),    letter('1'), pressed(GLFW_KEY_1, GLFW_RELEASE),
      pressed(GLFW_KEY_6, GLFW_PRESS),    letter('6'), pressed(GLFW_KEY_6, GLFW_RELEASE),
      pressed(GLFW_KEY_ENTER, GLFW_PRESS)};
  for (const KeyEvent& event : typed) keys.add(event);
  keys.add(letter('7'));
  EXPECT_EQ(keys.take(), typed);
  EXPECT_EQ(keys.take(), std::vector<KeyEvent>{letter('7')}) << "Enter came first";
}

TEST(KeyQueue, AChordIsSeenWithAllItsKeys) {
  KeyQueue keys;
  const KeyEvent control = pressed(GLFW_KEY_LEFT_CONTROL, GLFW_PRESS);
  const KeyEvent chord = pressed(GLFW_KEY_A, GLFW_PRESS, GLFW_MOD_CONTROL);
  const std::vector<KeyEvent> let_go = {pressed(GLFW_KEY_A, GLFW_RELEASE, GLFW_MOD_CONTROL),
                                        pressed(GLFW_KEY_LEFT_CONTROL, GLFW_RELEASE), letter('x')};
  keys.add(control);
  keys.add(chord);
  for (const KeyEvent& event : let_go) keys.add(event);
  EXPECT_EQ(keys.take(), (std::vector<KeyEvent>{control, chord}));
  EXPECT_EQ(keys.take(), let_go);
}

TEST(KeyQueue, RepeatsDoNotWaitForFrames) {
  KeyQueue keys;
  const std::vector<KeyEvent> held(5, pressed(GLFW_KEY_RIGHT, GLFW_REPEAT));
  for (const KeyEvent& event : held) keys.add(event);
  EXPECT_EQ(keys.take(), held);
}

}  // namespace
}  // namespace heatwave::shell
