// Opens the window and stays until it is left.
#include "app/shell/run_window.h"

#include "app/shell/front.h"

namespace heatwave::shell {

int run_window(const Start& start) {
  Front front(start);
  front.run();
  return 0;
}

}  // namespace heatwave::shell
