// What a command does to the window itself: it fills the screen, or closes.
#pragma once

#include "app/session/command.h"
#include "app/shell/window/glfw_window.h"

namespace heatwave::shell {

class WindowControl {
 public:
  explicit WindowControl(GlfwWindow& window) : window_(window) {}

  void handle(const session::SetFullScreen& command) { window_.set_full_screen(command.on); }
  void handle(const session::LeaveProgram& /*command*/) { window_.close(); }

  [[nodiscard]] bool is_full_screen() const { return window_.is_full_screen(); }

 private:
  GlfwWindow& window_;
};

}  // namespace heatwave::shell
