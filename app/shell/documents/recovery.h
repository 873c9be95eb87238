// What outlives the program: the settings, and the scene for the case that the program does not end
// as usual.
#pragma once

#include <optional>

#include "app/files/autosave.h"
#include "app/shell/documents/crash_question.h"
#include "app/shell/shell_context.h"
#include "app/shell/shell_view.h"
#include "app/shell/window/glfw_window.h"

namespace heatwave::shell {

class Recovery {
 public:
  Recovery(const ShellContext& shell, const GlfwWindow& window);

  /// Notes that a command changes what would be lost.
  void observe(const session::Command& command);
  void update();
  /// Draws the offer to bring back what another run has left.
  void draw(ShellView& view);
  /// The program ends as usual.
  void end();

  [[nodiscard]] bool asks_something() const { return asks_; }

 private:
  void answer(CrashAnswer answer);
  [[nodiscard]] files::Remembered to_remember() const;
  void remember();
  void keep_scene();

  const ShellContext& shell_;
  const GlfwWindow& window_;
  std::optional<files::Autosave> autosave_;
  std::optional<files::LeftBehind> left_behind_;  ///< by a run that did not end as usual
  bool asks_ = false;
  bool touched_ = false;           ///< since the scene was kept last
  bool kept_again_ = false;        ///< what had been left behind
  double saved_at_ = -1e9;         ///< the scene, in seconds
  double remembered_since_ = 0.0;  ///< nothing has changed that is remembered
};

}  // namespace heatwave::shell
