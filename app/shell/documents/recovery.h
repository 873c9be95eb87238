// Data that outlives the program: the settings, and the scene in case of a crash.
#pragma once

#include <cstdint>
#include <optional>

#include "app/files/autosave.h"
#include "app/shell/shell_context.h"
#include "app/shell/shell_view.h"
#include "app/shell/window/glfw_window.h"

namespace heatwave::shell {

enum class CrashAnswer : std::uint8_t { none, bring_back, not_now, forget };

class Recovery {
 public:
  Recovery(const ShellContext& shell, const GlfwWindow& window);

  /// Marks the scene as dirty when a command changes it.
  void observe(const session::Command& command);
  void update();
  /// Draws the offer to restore the scene that another run left behind.
  void draw(ShellView& view);
  /// Ends the autosave, because the program ends normally.
  void end();

  [[nodiscard]] bool asks_something() const { return asks_; }

 private:
  void answer(CrashAnswer answer);
  [[nodiscard]] files::Remembered to_remember() const;
  void remember();
  void autosave_scene();

  const ShellContext& shell_;
  const GlfwWindow& window_;
  std::optional<files::Autosave> autosave_;
  /// The scene of a crashed run; none: there is none.
  std::optional<files::LeftBehind> left_behind_;
  bool asks_ = false;
  bool touched_ = false;     ///< the scene has changed since the last autosave
  bool kept_again_ = false;  ///< the scene that was left behind has been saved again
  /// Time of the last autosave, in seconds.
  double saved_at_ = -1e9;
  /// Time since which the settings have differed from the saved ones, in seconds.
  double remembered_since_ = 0.0;
};

}  // namespace heatwave::shell
