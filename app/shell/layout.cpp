// Works out where the parts of the window lie.
#include "app/shell/layout.h"

#include <algorithm>

namespace heatwave::shell {

float largest_unit(double width, double height) {
  // The side panel's contents need its whole width; the help needs some height.
  constexpr double kLeastWidth = 640;
  constexpr double kLeastHeight = 400;
  constexpr double kLeastUnit = 0.5;
  return static_cast<float>(
      std::max(kLeastUnit, std::min(width / kLeastWidth, height / kLeastHeight)));
}

rooms::Layout lay_out(double width, double height, float unit, bool side_panel, double below) {
  const double u = static_cast<double>(unit);
  const double top = 48 * u;
  const double bottom = 64 * u;
  const double side = side_panel ? std::clamp(width * 0.6, 1.0, 368 * u) : 0.0;
  const double middle = std::max(1.0, height - top - bottom - below);
  rooms::Layout layout;
  layout.top = {0, 0, width, top};
  layout.transport = {0, height - bottom, width, bottom};
  layout.room = {0, top, std::max(1.0, width - side), middle};
  layout.side = {width - side, top, side, middle};
  return layout;
}

}  // namespace heatwave::shell
