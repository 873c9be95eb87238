// A rectangle of which some places are covered and some are not: what a picture makes of cells.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/json/described_fields.h"
#include "kernels/core/geometry.h"

namespace heatwave::scene {

using core::Point;

inline constexpr int kLongestSide = 1'000'000;  ///< cells of a grid

/// Which places are covered, row by row, a bit each, the first one lowest in its byte. Copies of a
/// scene share the bits.
class StencilPlaces {
 public:
  StencilPlaces() = default;
  /// Throws core::Error where there are not exactly as many bytes as the extent's places need.
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

/// The bytes that the bits of an extent's places take.
std::size_t bit_bytes(core::Extent extent);
/// From one byte for each place, nonzero where it is covered.
StencilPlaces places_from(core::Extent extent, const std::vector<std::uint8_t>& covered);

/// The places as text, an eighth of a byte each, deflated.
std::string text_of(const StencilPlaces& places);
/// Throws core::Error where the text does not hold exactly the extent's places.
StencilPlaces places_of(core::Extent extent, const std::string& text);

struct Stencil {
  Point from;  ///< top left
  Point to;    ///< bottom right, not included
  StencilPlaces places;
  static constexpr std::string_view kName = "stencil";
  static void fields(auto& self, auto&& visit) {
    visit("from", self.from);
    visit("to", self.to);
    core::Extent extent = self.places.extent();
    visit("size", extent, json::Sides{kLongestSide});
    if constexpr (requires { visit.in(); }) {
      std::string text;
      visit("places", text);
      visit.in().spend_inflated("places", bit_bytes(extent));
      visit.check("places", [&] { self.places = places_of(extent, text); });
    } else {
      visit("places", text_of(self.places));
    }
  }
  friend bool operator==(const Stencil&, const Stencil&) = default;
};

}  // namespace heatwave::scene
