// Computes the points and the bounds of shapes, moves and resizes them, and stores the places of
// stencils as bits.
#include "app/scene/shape.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>
#include <string_view>
#include <utility>

#include "app/json/base64.h"
#include "app/json/deflate.h"
#include "kernels/core/error.h"

namespace heatwave::scene {

StencilPlaces::StencilPlaces(core::Extent extent, std::string bits) : extent_(extent) {
  if (extent.width < 1 || extent.height < 1 || bits.size() != bit_bytes(extent)) {
    throw core::Error("a stencil's places must fill it");
  }
  // Bits beyond the last place are cleared, so that equal places have equal bits.
  const auto used = static_cast<unsigned>((extent.cells() - 1) % 8 + 1);
  bits.back() = static_cast<char>(static_cast<unsigned char>(bits.back()) & (0xFFU >> (8 - used)));
  bits_ = std::make_shared<const std::string>(std::move(bits));
}

std::size_t bit_bytes(core::Extent extent) {
  return (static_cast<std::size_t>(extent.cells()) + 7) / 8;
}

StencilPlaces places_from(core::Extent extent, const std::vector<std::uint8_t>& covered) {
  if (covered.size() != static_cast<std::size_t>(extent.cells())) {
    throw core::Error("a stencil's places must fill it");
  }
  std::string bits(bit_bytes(extent), '\0');
  for (std::size_t i = 0; i < covered.size(); ++i) {
    if (covered[i] != 0) bits[i / 8] = static_cast<char>(bits[i / 8] | 1 << i % 8);
  }
  return {extent, std::move(bits)};
}

std::string text_of(const StencilPlaces& places) {
  const std::string packed = json::deflated(places.bits());
  // The last float's unused bytes are beyond the end of the deflated data, which marks its own end.
  std::vector<float> words((packed.size() + 3) / 4);
  std::memcpy(words.data(), packed.data(), packed.size());
  return json::as_base64(words);
}

StencilPlaces places_of(core::Extent extent, const std::string& text) {
  const auto words = json::from_base64(text);
  std::string bits(bit_bytes(extent), '\0');
  const bool whole =
      words &&
      json::inflate_into(bits, std::string_view(reinterpret_cast<const char*>(words->data()),
                                                words->size() * sizeof(float)));
  if (!whole) throw core::Error("does not hold the places of a stencil of this size");
  return {extent, std::move(bits)};
}

namespace {

/// A thinner line or stroke would have gaps: every column that it crosses must have a cell centre
/// within half of this.
constexpr double kThinnest = 1.001;

/// A smaller disc could lie between cell centres.
constexpr double kLeastRadius = 0.7072;

/// Far beyond any grid, but small enough for sums in ints.
constexpr double kFar = 1 << 28;

int as_int(double v) { return std::isnan(v) ? 0 : static_cast<int>(std::clamp(v, -kFar, kFar)); }
/// Returns the first cell whose centre is not before `edge`.
int first_from(double edge) { return as_int(std::ceil(edge - 0.5)); }
/// Returns the cell after the last one whose centre is not after `edge`.
int past_last(double edge) { return as_int(std::floor(edge - 0.5) + 1.0); }

Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
double length(Point p) { return std::hypot(p.x, p.y); }
Point middle(Point a, Point b) { return {0.5 * (a.x + b.x), 0.5 * (a.y + b.y)}; }

/// Returns the unit normal of a line; downwards for a line without length.
Point normal(const Line& line) {
  const Point along = line.to - line.from;
  const double l = length(along);
  return l > 0.0 ? Point{-along.y / l, along.x / l} : Point{0.0, 1.0};
}

}  // namespace

core::Rect bounds(const Capsule& c) {
  return {first_from(std::min(c.from.x, c.to.x) - c.radius),
          first_from(std::min(c.from.y, c.to.y) - c.radius),
          past_last(std::max(c.from.x, c.to.x) + c.radius),
          past_last(std::max(c.from.y, c.to.y) + c.radius)};
}

Capsule capsule_of(const Disc& disc) {
  return {disc.centre, disc.centre, std::max(disc.radius, kLeastRadius)};
}

Capsule capsule_of(const Line& line) {
  return {line.from, line.to, 0.5 * std::max(line.thickness, kThinnest)};
}

std::vector<Capsule> capsules_of(const Stroke& stroke) {
  const double radius = std::max(stroke.radius, 0.5 * kThinnest);
  std::vector<Capsule> capsules;
  if (stroke.points.size() == 1) {
    capsules.push_back({stroke.points.front(), stroke.points.front(), radius});
  }
  for (std::size_t i = 1; i < stroke.points.size(); ++i) {
    capsules.push_back({stroke.points[i - 1], stroke.points[i], radius});
  }
  return capsules;
}

namespace {

bool covers(const Disc& disc, Point p) { return contains(capsule_of(disc), p); }
bool covers(const Line& line, Point p) { return contains(capsule_of(line), p); }
bool covers(const Stroke& stroke, Point p) { return contains(stroke, p); }
/// Returns the sorted ends, widened to one cell if necessary, so that the span contains exactly one
/// row or column of cell centres at any position.
std::pair<double, double> span(double a, double b) {
  const auto [lo, hi] = std::minmax(a, b);
  if (hi - lo >= 1.0) return {lo, hi};
  const double centre = 0.5 * (lo + hi);
  return {centre - 0.5, centre + 0.5};
}
bool covers(const Rectangle& r, Point p) {
  const auto [x0, x1] = span(r.from.x, r.to.x);
  const auto [y0, y1] = span(r.from.y, r.to.y);
  return p.x >= x0 && p.x < x1 && p.y >= y0 && p.y < y1;
}

bool covers(const Stencil& s, Point p) {
  if (!covers(Rectangle{s.from, s.to}, p)) return false;
  const auto [x0, x1] = span(s.from.x, s.to.x);
  const auto [y0, y1] = span(s.from.y, s.to.y);
  const core::Extent places = s.places.extent();
  // In this order whole cells stay exact: (k + ½)·w / w is exactly k + ½.
  const auto place = [](double at, double from, double to, int count) {
    return std::clamp(static_cast<int>((at - from) * count / (to - from)), 0, count - 1);
  };
  return s.places.at(place(p.x, x0, x1, places.width), place(p.y, y0, y1, places.height));
}

core::Rect reach(const Disc& disc) { return bounds(capsule_of(disc)); }
core::Rect reach(const Line& line) { return bounds(capsule_of(line)); }
core::Rect reach(const Stroke& stroke) { return bounds(stroke); }
core::Rect reach(const Rectangle& r) {
  const auto [x0, x1] = span(r.from.x, r.to.x);
  const auto [y0, y1] = span(r.from.y, r.to.y);
  return {first_from(x0), first_from(y0), first_from(x1), first_from(y1)};
}

core::Rect reach(const Stencil& s) { return reach(Rectangle{s.from, s.to}); }

Disc shifted(Disc disc, Point by) {
  disc.centre = disc.centre + by;
  return disc;
}
Rectangle shifted(Rectangle r, Point by) { return {r.from + by, r.to + by}; }
Line shifted(Line line, Point by) { return {line.from + by, line.to + by, line.thickness}; }
Stroke shifted(Stroke stroke, Point by) {
  for (Point& p : stroke.points) p = p + by;
  return stroke;
}

Stencil shifted(const Stencil& s, Point by) { return {s.from + by, s.to + by, s.places}; }

std::vector<Point> grips(const Disc& d) {
  return {{d.centre.x + d.radius, d.centre.y},
          {d.centre.x, d.centre.y + d.radius},
          {d.centre.x - d.radius, d.centre.y},
          {d.centre.x, d.centre.y - d.radius}};
}
/// Returns corners and middles of sides in turn, clockwise from the corner `from`.
std::vector<Point> grips(const Rectangle& r) {
  const Point m = middle(r.from, r.to);
  return {r.from, {m.x, r.from.y}, {r.to.x, r.from.y}, {r.to.x, m.y},
          r.to,   {m.x, r.to.y},   {r.from.x, r.to.y}, {r.from.x, m.y}};
}
/// Returns both ends, then the rim beside the middle.
std::vector<Point> grips(const Line& line) {
  const Point m = middle(line.from, line.to);
  const Point n = normal(line);
  const double half = 0.5 * line.thickness;
  return {line.from, line.to, {m.x + half * n.x, m.y + half * n.y}};
}
std::vector<Point> grips(const Stroke& /*stroke*/) { return {}; }
std::vector<Point> grips(const Stencil& s) { return grips(Rectangle{s.from, s.to}); }

constexpr double kSmallestRadius = 0.5;

Shape dragged(Disc disc, std::size_t /*handle*/, Point to) {
  disc.radius = std::max(kSmallestRadius, length(to - disc.centre));
  return disc;
}
Rectangle with_grip_at(Rectangle r, std::size_t handle, Point to) {
  if (handle == 0 || handle >= 6) r.from.x = to.x;
  if (handle <= 2) r.from.y = to.y;
  if (handle >= 2 && handle <= 4) r.to.x = to.x;
  if (handle >= 4 && handle <= 6) r.to.y = to.y;
  return r;
}
Shape dragged(const Rectangle& r, std::size_t handle, Point to) {
  return with_grip_at(r, handle, to);
}
Shape dragged(const Stencil& s, std::size_t handle, Point to) {
  const Rectangle r = with_grip_at({s.from, s.to}, handle, to);
  return Stencil{r.from, r.to, s.places};
}
Shape dragged(Line line, std::size_t handle, Point to) {
  if (handle == 0) line.from = to;
  if (handle == 1) line.to = to;
  if (handle == 2) {
    const Point n = normal(line);
    const Point d = to - middle(line.from, line.to);
    line.thickness = std::max(1.0, 2.0 * std::abs(d.x * n.x + d.y * n.y));
  }
  return line;
}
Shape dragged(Stroke stroke, std::size_t /*handle*/, Point /*to*/) { return stroke; }

}  // namespace

bool contains(const Stroke& stroke, Point p) {
  const std::vector<Capsule> capsules = capsules_of(stroke);
  return std::any_of(capsules.begin(), capsules.end(),
                     [&](const Capsule& c) { return contains(c, p); });
}

bool contains(const Shape& shape, Point p) {
  return std::visit([&](const auto& s) { return covers(s, p); }, shape);
}

core::Rect bounds(const Stroke& stroke) {
  core::Rect all;
  for (const Capsule& capsule : capsules_of(stroke)) all = core::united(all, bounds(capsule));
  return all;
}

core::Rect bounds(const Shape& shape) {
  return std::visit([](const auto& s) { return reach(s); }, shape);
}

Shape moved(const Shape& shape, Point by) {
  return std::visit([&](const auto& s) -> Shape { return shifted(s, by); }, shape);
}

std::vector<Point> handles(const Shape& shape) {
  return std::visit([](const auto& s) { return grips(s); }, shape);
}

Shape with_handle_at(const Shape& shape, std::size_t handle, Point to) {
  return std::visit([&](const auto& s) { return dragged(s, handle, to); }, shape);
}

}  // namespace heatwave::scene
