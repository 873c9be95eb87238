// Divides the window: bars above and below, the side panel at the right, the field between.
#include <algorithm>

#include "app/rooms/panel_context.h"

namespace heatwave::panels {

float largest_unit(double width, double height) {
  // The side panel's contents need its whole width; the help needs some height.
  constexpr double kLeastWidth = 640;
  constexpr double kLeastHeight = 400;
  constexpr double kLeastUnit = 0.5;
  return static_cast<float>(
      std::max(kLeastUnit, std::min(width / kLeastWidth, height / kLeastHeight)));
}

Layout lay_out(double width, double height, float unit, bool side_panel) {
  const double u = static_cast<double>(unit);
  const double top = 48 * u;
  const double bottom = 64 * u;
  const double side = side_panel ? std::clamp(width * 0.6, 1.0, 368 * u) : 0.0;
  const double bar = std::min(88 * u, (width - side) * 0.25);
  const double middle = std::max(1.0, height - top - bottom);
  const double gap = 16 * u;
  Layout layout;
  layout.top = {0, 0, width, top};
  layout.transport = {0, height - bottom, width, bottom};
  layout.room = {0, top, std::max(1.0, width - side), middle};
  layout.side = {width - side, top, side, middle};
  layout.field = {gap, top + gap, std::max(1.0, width - side - bar - 1.5 * gap),
                  std::max(1.0, middle - 2 * gap)};
  layout.colour_bar = {width - side - bar, top + gap, bar, std::max(1.0, middle - 2 * gap)};
  return layout;
}

view::Area beside(const view::Area& field, const view::Area& seen, const view::Area& bar) {
  const double gap = bar.x - field.x - field.width;
  const double least = std::min(field.height, bar.width * 2);  // a flat grid gets no flat bar
  const double height = std::max(least, seen.height);
  const double middle = seen.y + seen.height / 2;
  return {seen.x + seen.width + gap, middle - height / 2, bar.width, height};
}

}  // namespace heatwave::panels
