// What lies below the interface.
#pragma once

#include <imgui.h>

#include "app/ui/box.h"

namespace heatwave::shell {

struct Ground {
  ImU32 colour = 0;
  ui::Box other;  ///< pixels of the framebuffer, y downwards, where there is something else
};

}  // namespace heatwave::shell
