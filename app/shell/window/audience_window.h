// A second window that shows the room alone: for the projector, while the first one stays with
// whoever speaks.
#pragma once

#include <GLFW/glfw3.h>

#include "app/view/window_copy.h"
#include "kernels/core/geometry.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::shell {

class GlfwWindow;

/// Full screen where there is a screen that the first window is not on, also one that comes later;
/// else a window beside it. A double click turns it full screen, and back.
class AudienceWindow : core::NonCopyable {
 public:
  /// Throws core::Error saying why there is none. What it shares lives in the first window's
  /// context, which is current, here and behind each call.
  AudienceWindow(const GlfwWindow& first, GLFWkeyfun on_key, GLFWcharfun on_letter);
  ~AudienceWindow();

  /// As large as it goes, in the middle.
  void show(const view::WindowCopy& picture);
  [[nodiscard]] bool should_close() const;
  [[nodiscard]] bool is_full_screen() const;
  [[nodiscard]] core::Extent framebuffer() const;  ///< in pixels, at least one each way

 private:
  void stand_beside();
  /// Onto a screen that there is now, or off one that has gone.
  void follow_screens();
  void fill(GLFWmonitor* monitor);
  /// Or back from one.
  void turn_full_screen();
  static void on_button(GLFWwindow* window, int button, int action, int mods);

  GLFWwindow* first_;
  GLFWwindow* handle_;
  core::Rect windowed_;
  bool takes_screen_ = true;  ///< one of its own, wherever there is one
  bool fills_ = false;        ///< a screen, or did until that went
  double clicked_at_ = -1e9;  ///< seconds
};

}  // namespace heatwave::shell
