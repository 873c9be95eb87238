// The dialog of settings: one place for what the window remembers.
#pragma once

#include "app/shell/shell_context.h"
#include "app/shell/shell_view.h"

namespace heatwave::shell {

class SettingsPanel {
 public:
  explicit SettingsPanel(const ShellContext& shell) : shell_(shell) {}

  void handle(const session::ShowSettings& command) {
    is_open_ = command.on;
    folder_ = shell_.session.snapshot().exporting.folder;
  }
  /// Draws the dialog if it is open. Each change is a command and takes effect at once.
  void draw(ShellView& view);

  [[nodiscard]] bool is_open() const { return is_open_; }

 private:
  const ShellContext& shell_;
  bool is_open_ = false;
  std::string folder_;  ///< the export folder as typed
};

}  // namespace heatwave::shell
