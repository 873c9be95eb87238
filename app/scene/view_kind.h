// The ways of looking at a field, as scenes and command lines name them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace heatwave::scene {

enum class ViewKind : std::uint8_t { flat, contours, surface, arrows };

/// What lies over the field besides what its kind draws.
struct ViewLayers {
  bool contours = false;
  bool arrows = false;
  bool range_outline = false;  ///< around the values that lie beyond a fixed range of colours
  friend bool operator==(const ViewLayers&, const ViewLayers&) = default;
};

struct ViewEntry {
  std::string_view id;     ///< as in files and on the command line
  std::string_view title;  ///< as on the panel
  std::string_view help;
};

/// In the order of the kinds.
inline constexpr auto kViews = std::to_array<ViewEntry>({
    {"flat", "Flat", "The colours alone."},
    {"contours", "Contours",
     "Lines along which the field has the values of the colour bar's ticks."},
    {"surface", "Surface",
     "Values as heights, in light; the right button turns it, the wheel zooms."},
    {"arrows", "Arrows", "Which way heat flows, or the energy of waves."},
});

constexpr const ViewEntry& entry_of(ViewKind kind) {
  return kViews.at(static_cast<std::size_t>(kind));
}

}  // namespace heatwave::scene
