// A rectangle of places, each covered or not, made from a picture.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/core/geometry.h"

namespace heatwave::scene {

using core::Point;

/// Which places are covered, row by row, a bit each, the first one lowest in its byte. Copies of a
/// scene share the bits.
class StencilPlaces {
 public:
  StencilPlaces() = default;
  /// Throws core::Error when the number of bytes does not match the extent.
  StencilPlaces(core::Extent extent, std::string bits);

  [[nodiscard]] core::Extent extent() const { return extent_; }
  [[nodiscard]] const std::string& bits() const { return *bits_; }
  [[nodiscard]] bool at(int x, int y) const {
    const std::size_t i = static_cast<std::size_t>(y) * static_cast<std::size_t>(extent_.width) +
                          static_cast<std::size_t>(x);
    return (static_cast<unsigned char>((*bits_)[i / 8]) >> i % 8 & 1U) != 0;
  }
  friend bool operator==(const StencilPlaces& a, const StencilPlaces& b) {
    return a.extent_ == b.extent_ && (a.bits_ == b.bits_ || *a.bits_ == *b.bits_);
  }

 private:
  core::Extent extent_{1, 1};
  std::shared_ptr<const std::string> bits_ = std::make_shared<const std::string>("\1");
};

/// Returns the number of bytes for an extent's places.
std::size_t bit_bytes(core::Extent extent);
/// Converts from one byte per place; nonzero: covered.
StencilPlaces places_from(core::Extent extent, const std::vector<std::uint8_t>& covered);

struct Stencil {
  Point from;  ///< top left corner
  Point to;    ///< bottom right, not included
  StencilPlaces places;
  friend bool operator==(const Stencil&, const Stencil&) = default;
};

/// The places as text, an eighth of a byte each, deflated.
std::string text_of(const StencilPlaces& places);
/// Throws core::Error where the text does not hold exactly the extent's places.
StencilPlaces places_of(core::Extent extent, const std::string& text);

}  // namespace heatwave::scene
