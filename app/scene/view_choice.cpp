// Checks a viewpoint against limits that are far beyond manual input, and far below overflow.
#include "app/scene/view_choice.h"

#include <cmath>

#include "kernels/core/error.h"

namespace heatwave::scene {

void check_viewpoint(const Viewpoint& viewpoint) {
  constexpr double kMostZoom = 1e5;
  constexpr double kMostMoved = 1e3;
  const auto zooms = [](double zoom) { return zoom >= 1.0 && zoom <= kMostZoom; };
  const auto part = [](double place) { return place >= 0.0 && place <= 1.0; };
  if (!zooms(viewpoint.magnified) || !zooms(viewpoint.zoomed)) {
    throw core::Error("a view is magnified once to 100\u00A0000 times");
  }
  if (!part(viewpoint.centre.x) || !part(viewpoint.centre.y)) {
    throw core::Error("the centre of a view lies between 0 and 1");
  }
  if (!(std::abs(viewpoint.turned) <= 360.0) || !(std::abs(viewpoint.tilted) <= 90.0)) {
    throw core::Error("a view is turned by 360° at most and tilted by 90°");
  }
  if (!(std::abs(viewpoint.moved.x) <= kMostMoved) ||
      !(std::abs(viewpoint.moved.y) <= kMostMoved)) {
    throw core::Error("a view is moved too far");
  }
}

}  // namespace heatwave::scene
