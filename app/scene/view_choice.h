// How a scene asks to be looked at, as plain values. The views themselves: views/catalogue.h.
#pragma once

#include <cstdint>
#include <vector>

#include "app/colour/colouring.h"
#include "kernels/core/names.h"

namespace heatwave::scene {

/// A view's place in the catalogue; 0: the first one, which shows the field's colours alone.
enum class ViewKind : std::uint8_t {};
/// Returns the id of each view of the catalogue, in its order.
std::vector<core::Name<ViewKind>> names_of(ViewKind kind);

/// What is drawn of a plane besides its colours.
struct ViewLayers {
  bool contours = false;
  bool arrows = false;
  bool raised = false;         ///< seen as a surface, with values as heights
  bool range_outline = false;  ///< around the values that lie beyond a fixed range of colours
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
  std::vector<double> parameters;  ///< of the view, in its order; empty: their initial values
  colour::ColourChoice colours;    ///< of the quantity that the view alone shows, if it does
  friend bool operator==(const ViewChoice&, const ViewChoice&) = default;
};

}  // namespace heatwave::scene
