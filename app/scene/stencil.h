// A rectangle of which some places are covered and some are not: what a picture makes of cells.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/core/geometry.h"

namespace heatwave::session {

using core::Point;

/// Which places are covered, row by row, a byte each, nonzero where one is. Scenes that are copied
/// share them.
class StencilPlaces {
 public:
  StencilPlaces() = default;
  /// As many as the extent has.
  StencilPlaces(core::Extent extent, std::vector<std::uint8_t> covered);

  [[nodiscard]] core::Extent extent() const { return extent_; }
  [[nodiscard]] bool at(int x, int y) const {
    return (*covered_)[static_cast<std::size_t>(y) * static_cast<std::size_t>(extent_.width) +
                       static_cast<std::size_t>(x)] != 0;
  }
  friend bool operator==(const StencilPlaces& a, const StencilPlaces& b) {
    return a.extent_ == b.extent_ && (a.covered_ == b.covered_ || *a.covered_ == *b.covered_);
  }

 private:
  core::Extent extent_{1, 1};
  std::shared_ptr<const std::vector<std::uint8_t>> covered_ =
      std::make_shared<const std::vector<std::uint8_t>>(1, std::uint8_t{1});
};

struct Stencil {
  Point from;  ///< top left
  Point to;    ///< bottom right, not included
  StencilPlaces places;
  friend bool operator==(const Stencil&, const Stencil&) = default;
};

/// The places as text, an eighth of a byte each, deflated.
std::string text_of(const StencilPlaces& places);
/// Throws core::Error where the text is none of so many places.
StencilPlaces places_of(core::Extent extent, const std::string& text);

}  // namespace heatwave::session
