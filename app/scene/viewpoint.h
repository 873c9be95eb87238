// From where a field is seen, whatever the size of the window.
#pragma once

#include "kernels/core/geometry.h"

namespace heatwave::scene {

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
