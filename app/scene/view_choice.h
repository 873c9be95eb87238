// A scene's choice of a view, and the viewpoint, as plain values. The views themselves are in
// views/catalogue.h.
#pragma once

#include <cstdint>
#include <vector>

#include "app/colour/colouring.h"
#include "kernels/core/geometry.h"
#include "kernels/core/names.h"

namespace heatwave::scene {

/// A view's index in the catalogue; 0: the first one, which shows only the field's colours.
enum class ViewKind : std::uint8_t {};
/// Returns the id of each view of the catalogue, in its order.
std::vector<core::Name<ViewKind>> names_of(ViewKind kind);

/// Layers over a plane's colours.
struct ViewLayers {
  bool contours = false;
  bool arrows = false;
  bool raised = false;         ///< shown as a surface with values as heights
  bool relief = false;         ///< lit from the upper left, with values as heights
  bool range_outline = false;  ///< outline around values beyond a fixed colour range
  static void fields(auto& self, auto&& visit) {
    visit.changed("contours", self.contours, false);
    visit.changed("arrows", self.arrows, false);
    visit.changed("raised", self.raised, false);
    visit.changed("relief", self.relief, false);
    visit.changed("range_outline", self.range_outline, false);
  }
  friend bool operator==(const ViewLayers&, const ViewLayers&) = default;
};

struct ViewChoice {
  ViewKind kind{};
  /// Parameters of the view, in its order; empty: their initial values.
  std::vector<double> parameters;
  /// Colours of a quantity that only this view shows.
  colour::ColourChoice colours;
  friend bool operator==(const ViewChoice&, const ViewChoice&) = default;
};

/// The position from which a field is seen, independent of the size of the window.
struct Viewpoint {
  double magnified = 1.0;        ///< zoom from above; 1: the whole field is visible
  core::Point centre{0.5, 0.5};  ///< centre of the visible part, as fractions of the grid's sides
  double turned = 24.0;          ///< degrees that the surface is turned about the vertical
  double tilted = 42.0;          ///< degrees that the surface is seen from above the horizon
  double zoomed = 1.0;           ///< zoom of the surface; 1: all of it is visible
  core::Point moved;             ///< shift of the surface, as fractions of the sides of its area
  static void fields(auto& self, auto&& visit) {
    above_fields(self, visit);
    surface_fields(self, visit);
  }
  static void above_fields(auto& self, auto&& visit) {
    visit.optional("magnified", self.magnified);
    visit.optional("centre", self.centre);
  }
  static void surface_fields(auto& self, auto&& visit) {
    visit.optional("turned", self.turned);
    visit.optional("tilted", self.tilted);
    visit.optional("zoomed", self.zoomed);
    visit.optional("moved", self.moved);
  }
  friend bool operator==(const Viewpoint&, const Viewpoint&) = default;
};

/// Throws core::Error for values beyond their limits.
void check_viewpoint(const Viewpoint& viewpoint);

}  // namespace heatwave::scene
