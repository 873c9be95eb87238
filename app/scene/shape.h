// Shapes that a person draws on the field. Lengths are in cells; cell (i, j) covers the square from
// (i, j) to (i+1, j+1) and belongs to a shape if its centre does.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/json/described_fields.h"
#include "kernels/core/geometry.h"

namespace heatwave::scene {

using core::Point;

inline constexpr int kLongestSide = 1'000'000;  ///< cells of a grid

/// The covered places of a rectangle, row by row, one bit each; the first one is the lowest of its
/// byte. Copies of a scene share the bits.
class StencilPlaces {
 public:
  StencilPlaces() = default;
  /// Throws core::Error unless `bits` has exactly bit_bytes(extent) bytes.
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

/// Returns the number of bytes for one bit per place.
std::size_t bit_bytes(core::Extent extent);
/// Converts one byte for each place, which is nonzero if the place is covered.
StencilPlaces places_from(core::Extent extent, const std::vector<std::uint8_t>& covered);

/// Returns the places as text: the bits, deflated.
std::string text_of(const StencilPlaces& places);
/// Reads places from text. Throws core::Error unless it holds exactly the extent's places.
StencilPlaces places_of(core::Extent extent, const std::string& text);

/// A rectangle with some covered places, as a picture makes of cells.
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

struct Disc {
  Point centre;
  double radius = 1.0;
  static constexpr std::string_view kName = "disc";
  static void fields(auto& self, auto&& visit) {
    visit("centre", self.centre);
    visit("radius", self.radius, json::kPositive);
  }
  friend bool operator==(const Disc&, const Disc&) = default;
};

struct Rectangle {
  Point from;  ///< top left
  Point to;    ///< bottom right, not included
  static constexpr std::string_view kName = "rectangle";
  static void fields(auto& self, auto&& visit) {
    visit("from", self.from);
    visit("to", self.to);
  }
  friend bool operator==(const Rectangle&, const Rectangle&) = default;
};

struct Line {
  Point from;
  Point to;
  double thickness = 4.0;
  static constexpr std::string_view kName = "line";
  static void fields(auto& self, auto&& visit) {
    visit("from", self.from);
    visit("to", self.to);
    visit.optional("thickness", self.thickness, json::kPositive);
  }
  friend bool operator==(const Line&, const Line&) = default;
};

/// The area that a round brush covers along its points.
struct Stroke {
  std::vector<Point> points;
  double radius = 4.0;
  static constexpr std::string_view kName = "stroke";
  static void fields(auto& self, auto&& visit) {
    visit("points", self.points);
    visit.optional("radius", self.radius, json::kPositive);
  }
  friend bool operator==(const Stroke&, const Stroke&) = default;
};

using Shape = std::variant<Disc, Rectangle, Line, Stroke, Stencil>;

bool contains(const Shape& shape, Point p);
bool contains(const Stroke& stroke, Point p);
/// Returns an area that contains every covered cell; it may extend beyond the grid.
core::Rect bounds(const Shape& shape);
core::Rect bounds(const Stroke& stroke);
Shape moved(const Shape& shape, Point by);

/// Return the points for resizing a shape (a rectangle's corners and sides, a disc's rim, …), and
/// the shape after one of them was dragged to `to`.
std::vector<Point> handles(const Shape& shape);
Shape with_handle_at(const Shape& shape, std::size_t handle, Point to);

/// The path of a round brush along one segment: all points within `radius` of it. Discs, lines and
/// strokes consist of these.
struct Capsule {
  Point from;
  Point to;
  double radius = 1.0;
};

/// Inline, because rasterising asks it for every cell near an item.
inline bool contains(const Capsule& capsule, Point p) {
  const Point along{capsule.to.x - capsule.from.x, capsule.to.y - capsule.from.y};
  const Point d{p.x - capsule.from.x, p.y - capsule.from.y};
  const double squared = along.x * along.x + along.y * along.y;
  const double t =
      squared > 0.0 ? std::clamp((d.x * along.x + d.y * along.y) / squared, 0.0, 1.0) : 0.0;
  const double dx = d.x - t * along.x;
  const double dy = d.y - t * along.y;
  return dx * dx + dy * dy <= capsule.radius * capsule.radius;
}
core::Rect bounds(const Capsule& capsule);

Capsule capsule_of(const Disc& disc);
Capsule capsule_of(const Line& line);
/// Returns one capsule for each segment; a stroke of a single point has one.
std::vector<Capsule> capsules_of(const Stroke& stroke);

}  // namespace heatwave::scene
