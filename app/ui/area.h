// A rectangle of the window by its corner and its size, as parts of the window are laid out.
#pragma once

namespace heatwave::ui {

/// In window units (not framebuffer pixels), y downwards.
struct Area {
  double x = 0.0;
  double y = 0.0;
  double width = 1.0;
  double height = 1.0;

  [[nodiscard]] bool contains(double px, double py) const {
    return px >= x && py >= y && px < x + width && py < y + height;
  }
};

}  // namespace heatwave::ui
