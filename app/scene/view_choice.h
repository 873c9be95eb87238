// A scene's choice of a view, as plain values. The views themselves are in views/catalogue.h.
#pragma once

#include <cstdint>
#include <vector>

#include "app/colour/colouring.h"

namespace heatwave::scene {

/// A view's index in the catalogue; 0: the first one, which shows only the field's colours.
enum class ViewKind : std::uint8_t {};

/// Layers over a plane's colours.
struct ViewLayers {
  bool contours = false;
  bool arrows = false;
  bool raised = false;         ///< shown as a surface with values as heights
  bool range_outline = false;  ///< outline around values beyond a fixed colour range
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
