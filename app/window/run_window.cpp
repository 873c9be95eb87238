// Opens the window and stays until it is left.
#include "app/window/run_window.h"

#include "app/window/front.h"

namespace heatwave::window {

int run_window(const Start& start) {
  Front front(start);
  front.run();
  return 0;
}

}  // namespace heatwave::window
