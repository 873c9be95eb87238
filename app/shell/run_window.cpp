// Opens the window and runs frames until it closes.
#include "app/shell/run_window.h"

#include "app/shell/frame.h"
#include "app/shell/window/preparing.h"
#include "app/system/process.h"

namespace heatwave::shell {

void require_window() {}

int run_window(const Start& start) {
  try {
    Frame frame(start);
    const system::AtExit finish([&frame] { frame.finish_exports(); });
    try {
      while (!frame.is_last()) frame.run_once();
    } catch (const ClosedEarly&) {  // closed while it waited for a field
    }
    frame.end();
  } catch (const ClosedEarly&) {  // closed before there was anything to show
  }
  return 0;
}

}  // namespace heatwave::shell
