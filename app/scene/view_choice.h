// A scene's choice of a view, as plain values. The views themselves are in views/catalogue.h.
#pragma once

#include <cstdint>
#include <vector>

#include "app/colour/colouring.h"
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

}  // namespace heatwave::scene
