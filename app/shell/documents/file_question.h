// The file dialog, drawn over the window.
#pragma once

#include "app/files/file_dialog.h"
#include "app/shell/shell_view.h"

namespace heatwave::shell {

class FileQuestion {
 public:
  void draw(ShellView& shell, files::FileDialog& dialog);

 private:
  /// Returns whether the name field should take the keyboard focus.
  bool wants_focus(const files::FileDialog& dialog);

  /// Number of the text that was last put into the field.
  int seen_typed_ = 0;
  /// The row that was last scrolled to; -1: none.
  int seen_row_ = -1;
};

}  // namespace heatwave::shell
