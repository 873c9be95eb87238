// Shapes that a person draws on the field. Lengths are in cells; cell (i, j) covers the square from
// (i, j) to (i+1, j+1) and belongs to a shape if its centre does.
#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "app/json/described_fields.h"
#include "app/scene/stencil.h"
#include "kernels/core/geometry.h"

namespace heatwave::scene {

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

}  // namespace heatwave::scene
