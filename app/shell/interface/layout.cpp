// Computes the positions of the window's parts.
#include "app/shell/interface/layout.h"

#include <algorithm>
#include <cmath>

namespace heatwave::shell {

float largest_unit(core::Extent window) {
  // The side panel needs its whole width; the help needs some height.
  constexpr float kLeastWidth = 640;
  constexpr float kLeastHeight = 400;
  constexpr float kLeastUnit = 0.5F;
  return std::max(kLeastUnit, std::min(static_cast<float>(window.width) / kLeastWidth,
                                       static_cast<float>(window.height) / kLeastHeight));
}

bool folds_panel(core::Extent window, float unit, float scale) {
  constexpr float kLeastWidth = 1100;
  constexpr float kLargeScale = 2;
  return scale >= kLargeScale || static_cast<float>(window.width) < kLeastWidth * unit;
}

rooms::Layout lay_out(core::Extent window, float unit, bool side_panel, float below,
                      float side_width, bool bars) {
  const auto width = static_cast<float>(window.width);
  const auto height = static_cast<float>(window.height);
  const float top = bars ? 48 * unit : 0.0F;
  constexpr float kLowWindow = 480;
  const float transport = (height < kLowWindow * unit ? 56 : 64) * unit;
  const float bottom = bars ? transport : 0.0F;
  // A visible part keeps a size of at least one unit.
  const float side = side_panel ? std::clamp(width * 0.5F, 1.0F, side_width * unit) : 0.0F;
  const float middle = top + std::max(1.0F, height - top - bottom - below);
  rooms::Layout layout;
  layout.top = {0, 0, width, top};
  layout.transport = {0, height - bottom, width, height};
  layout.room = {0, top, std::max(1.0F, width - side), middle};
  layout.side = {width - side, top, width, middle};
  return layout;
}

core::Rect in_pixels(const ui::Box& box, double pixels_per_unit) {
  const auto pixel = [&](float units) {
    return static_cast<int>(std::lround(static_cast<double>(units) * pixels_per_unit));
  };
  return {pixel(box.left), pixel(box.top), pixel(box.right), pixel(box.bottom)};
}

}  // namespace heatwave::shell
