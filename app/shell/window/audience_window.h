// A second window that shows the room alone: for the projector, while the speaker uses the first
// one.
#pragma once

#include <GLFW/glfw3.h>

#include "app/view/window_copy.h"
#include "kernels/core/geometry.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::shell {

class GlfwWindow;

/// Full screen on a screen without the main window, also if that is connected later; otherwise a
/// window beside the first. A double click toggles full screen.
class AudienceWindow : core::NonCopyable {
 public:
  /// Throws core::Error with the reason when it cannot be opened. Its shared objects live in the
  /// main window's context, which is current during and after each call.
  AudienceWindow(const GlfwWindow& first, GLFWkeyfun on_key, GLFWcharfun on_letter);
  ~AudienceWindow();

  /// Shows the picture as large as possible, centred; null: a black screen.
  void show(const view::WindowCopy* picture);
  [[nodiscard]] bool should_close() const;
  [[nodiscard]] bool is_full_screen() const;
  /// In pixels, at least one in each direction.
  [[nodiscard]] core::Extent framebuffer() const;

 private:
  void stand_beside();
  /// Moves to a screen that was connected, or off one that has gone.
  void follow_screens();
  void fill(GLFWmonitor* monitor);
  /// Toggles full screen.
  void toggle_full_screen();
  static void on_button(GLFWwindow* window, int button, int action, int mods);

  GLFWwindow* first_;
  GLFWwindow* handle_;
  core::Rect windowed_;
  bool takes_screen_ = true;  ///< uses a screen of its own when there is one
  bool fills_ = false;        ///< fills a screen, or did until that was disconnected
  double clicked_at_ = -1e9;  ///< time of the last click, in seconds
};

}  // namespace heatwave::shell
