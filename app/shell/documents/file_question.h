// The question for a file, over the window.
#pragma once

#include "app/files/file_dialog.h"
#include "app/shell/shell_view.h"

namespace heatwave::shell {

class FileQuestion {
 public:
  void draw(ShellView& shell, files::FileDialog& dialog);

 private:
  /// Whether the field for a name takes the letters that are typed.
  bool wants_focus(const files::FileDialog& dialog);

  int seen_typed_ = 0;  ///< the text that was last put into the field
  int seen_row_ = -1;   ///< the row that was brought into sight
};

}  // namespace heatwave::shell
