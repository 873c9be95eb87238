// Opens the window and stays until it is left.
#include "app/shell/run_window.h"

#include "app/shell/front.h"
#include "app/shell/preparing.h"

namespace heatwave::shell {

int run_window(const Start& start) {
  try {
    Front(start).run();
  } catch (const ClosedEarly&) {  // before there was anything to show
  }
  return 0;
}

}  // namespace heatwave::shell
