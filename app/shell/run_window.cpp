// Opens the window and stays until it is left.
#include "app/shell/run_window.h"

#include "app/shell/front.h"
#include "app/shell/preparing.h"

namespace heatwave::shell {

int run_window(const Start& start) {
  try {
    Front front(start);
    front.run();
  } catch (const ClosedEarly&) {
    return 0;
  }
  return 0;
}

}  // namespace heatwave::shell
