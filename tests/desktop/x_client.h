// A separate client of the X server: sends keys and buttons without a process for each, and reads
// the colours on the screen.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "kernels/core/non_copyable.h"

namespace heatwave::test {

/// Xlib may hold keys, buttons and moves back until the next finish(): call it before you wait for
/// what they do.
class XClient : core::NonCopyable {
 public:
  /// Throws std::runtime_error when the display does not answer.
  explicit XClient(const std::string& display);
  ~XClient();

  /// Returns whether keys and buttons can be sent here.
  [[nodiscard]] bool can_fake() const;
  /// Presses or releases a key, named "a", "Escape", "ctrl" or, by its number, "35". Throws
  /// std::runtime_error when the keyboard has no such key.
  void key(const std::string& name, bool down);
  /// Presses keys joined by a plus, such as "ctrl+shift+z", and releases them; Shift is held where
  /// a key needs it. Throws std::runtime_error when the keyboard has no such key.
  void chord(const std::string& keys);
  void button(int number, bool down);
  void move(int x, int y);
  /// Places the window in the corner of the screen, so that its positions are the screen's, with
  /// this size.
  void resize(int width, int height);
  /// Moves the program's window to where its positions are those of the screen.
  void move_window_to_corner();
  /// Gives the focus to the program's window, or takes it from all windows.
  void focus(bool on_window);
  /// Drags files from another client onto the window and drops them. Throws std::runtime_error when
  /// the window accepts none.
  void drop(const std::vector<std::string>& paths);
  /// Returns the text on the clipboard. Throws std::runtime_error when it is not text.
  std::string clipboard();
  /// Returns whether a program offers text on the clipboard.
  bool has_clipboard();
  /// Returns when the server has processed everything.
  void finish();

  /// Returns red, green and blue, 0 to 255 each.
  std::array<int, 3> colour_at(int x, int y);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace heatwave::test
