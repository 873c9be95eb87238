// The ways of looking at a field, as scenes and command lines name them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "kernels/core/names.h"

namespace heatwave::scene {

enum class ViewKind : std::uint8_t { flat, contours, surface, arrows };

/// What lies over the field besides what its kind draws.
struct ViewLayers {
  bool contours = false;
  bool arrows = false;
  bool range_outline = false;  ///< around the values that lie beyond a fixed range of colours
  static void fields(auto& self, auto&& visit) {
    visit.changed("contours", self.contours, false);
    visit.changed("arrows", self.arrows, false);
    visit.changed("range_outline", self.range_outline, false);
  }
  friend bool operator==(const ViewLayers&, const ViewLayers&) = default;
};

struct ViewEntry {
  ViewKind kind = ViewKind::flat;
  std::string_view id;     ///< as in files and on the command line
  std::string_view title;  ///< as on the panel
  std::string_view help;
};

/// In the order in which they are offered.
inline constexpr auto kViews = std::to_array<ViewEntry>({
    {ViewKind::flat, "flat", "Flat", "The colours alone."},
    {ViewKind::contours, "contours", "Contours",
     "Lines along which the field has the values of the colour bar's ticks."},
    {ViewKind::surface, "surface", "Surface",
     "Values as heights, in light; the right button turns it, the wheel zooms."},
    {ViewKind::arrows, "arrows", "Arrows", "Which way heat flows, or the energy of waves."},
});

constexpr const ViewEntry& entry_of(ViewKind kind) {
  return *std::find_if(kViews.begin(), kViews.end(),
                       [kind](const ViewEntry& entry) { return entry.kind == kind; });
}

constexpr auto names_of(ViewKind /*kind*/) {
  std::array<core::Name<ViewKind>, kViews.size()> names{};
  std::transform(kViews.begin(), kViews.end(), names.begin(), [](const ViewEntry& entry) {
    return core::Name<ViewKind>{entry.kind, entry.id};
  });
  return names;
}

}  // namespace heatwave::scene
