// A client of the X server of its own: faked keys and buttons without a process for each, and the
// colours on the screen as the server has them.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "kernels/core/non_copyable.h"

namespace heatwave::test {

class XClient : core::NonCopyable {
 public:
  /// Throws std::runtime_error where the display does not answer.
  explicit XClient(const std::string& display);
  ~XClient();

  /// Whether keys and buttons can be faked here.
  [[nodiscard]] bool can_fake() const;
  /// By the name of its sign, as in "a", "Escape" or "Control_L".
  void key(const std::string& name, bool down);
  void button(int number, bool down);
  void move(int x, int y);
  void resize(int width, int height);
  /// To the program's window, or away from all.
  void focus(bool on_window);
  /// Drags files from elsewhere onto the window and lets go of them there. Throws
  /// std::runtime_error where the window takes none.
  void drop(const std::vector<std::string>& paths);
  /// What the program has put onto the clipboard. Throws std::runtime_error where that is no text.
  std::string clipboard();
  /// Returns when the server has done all of it.
  void finish();

  /// 0 to 255 each: red, green, blue.
  std::array<int, 3> colour_at(int x, int y);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace heatwave::test
