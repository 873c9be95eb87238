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
  bool range_outline = false;  ///< outline around values beyond a fixed colour range
  static void fields(auto& self, auto&& visit) {
    visit.changed("contours", self.contours, false);
    visit.changed("arrows", self.arrows, false);
    visit.changed("raised", self.raised, false);
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

struct Viewpoint {
  double magnified = 1.0;        ///< from above; 1: all of it is seen
  core::Point centre{0.5, 0.5};  ///< of what is seen of it, in parts of the grid's sides
  double turned = 24.0;          ///< degrees: of the surface, about the upright
  double tilted = 42.0;          ///< degrees: over the horizon
  double zoomed = 1.0;           ///< 1: all of the surface is seen
  core::Point moved;             ///< in parts of the sides that it is drawn in
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

/// Throws core::Error where it is none.
void check_viewpoint(const Viewpoint& viewpoint);

}  // namespace heatwave::scene
