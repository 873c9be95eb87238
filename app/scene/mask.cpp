// Converts shapes to cells row by row; each row tests only the columns that a segment can reach.
#include "app/scene/mask.h"

#include <algorithm>
#include <cmath>

#include "app/scene/shape.h"

namespace heatwave::scene {
namespace {

/// Returns the columns whose cells in row y a capsule may cover.
core::Rect reach_in_row(const Capsule& c, int y, core::Rect area) {
  const double height = c.to.y - c.from.y;
  double t0 = 0.0;
  double t1 = 1.0;
  if (std::abs(height) > c.radius) {
    const double centre = y + 0.5;
    t0 = std::clamp((centre - c.radius - c.from.y) / height, 0.0, 1.0);
    t1 = std::clamp((centre + c.radius - c.from.y) / height, 0.0, 1.0);
  }
  const double width = c.to.x - c.from.x;
  const double xa = c.from.x + t0 * width;
  const double xb = c.from.x + t1 * width;
  // One extra cell on either side compensates for rounding.
  const double lo = std::floor(std::min(xa, xb) - c.radius) - 1.0;
  const double hi = std::ceil(std::max(xa, xb) + c.radius) + 1.0;
  // NaN, as from unbounded shapes, tests the whole row.
  return {lo > area.x0 ? static_cast<int>(std::min<double>(lo, area.x1)) : area.x0, y,
          hi < area.x1 ? static_cast<int>(std::max<double>(hi, area.x0)) : area.x1, y + 1};
}

void mark(Mask& mask, const Capsule& capsule, std::uint8_t value) {
  const core::Rect area = core::intersection(mask.area, bounds(capsule));
  for (int y = area.y0; y < area.y1; ++y) {
    const core::Rect row = reach_in_row(capsule, y, area);
    for (int x = row.x0; x < row.x1; ++x) {
      if (contains(capsule, {x + 0.5, y + 0.5})) mask.cells[mask.area.index(x, y)] = value;
    }
  }
}

void mark(Mask& mask, const Disc& disc) { mark(mask, capsule_of(disc), 1); }
void mark(Mask& mask, const Line& line) { mark(mask, capsule_of(line), 1); }
// A rectangle's cells are exactly those of its bounds, and so is the mask's area.
void mark(Mask& mask, const Rectangle& /*rectangle*/) {
  std::fill(mask.cells.begin(), mask.cells.end(), std::uint8_t{1});
}
void mark(Mask& mask, const Stencil& stencil) {
  const Shape shape = stencil;
  for (int y = mask.area.y0; y < mask.area.y1; ++y) {
    for (int x = mask.area.x0; x < mask.area.x1; ++x) {
      mask.cells[mask.area.index(x, y)] = contains(shape, {x + 0.5, y + 0.5}) ? 1 : 0;
    }
  }
}
void mark(Mask& mask, const Stroke& stroke, std::uint8_t value = 1) {
  for (const Capsule& capsule : capsules_of(stroke)) mark(mask, capsule, value);
}

Mask blank(core::Rect area) {
  if (area.empty()) return {};
  return {area, std::vector<std::uint8_t>(static_cast<std::size_t>(area.cells()))};
}

}  // namespace

bool Mask::any() const {
  return std::any_of(cells.begin(), cells.end(), [](std::uint8_t c) { return c != 0; });
}

Mask mask_of(const Shape& shape, core::Rect within) {
  Mask mask = blank(core::intersection(bounds(shape), within));
  std::visit([&](const auto& s) { mark(mask, s); }, shape);
  return mask;
}

Mask mask_of(const Stroke& stroke, core::Rect within) {
  Mask mask = blank(core::intersection(bounds(stroke), within));
  mark(mask, stroke);
  return mask;
}

Mask mask_of(const Item& item, core::Rect within) {
  Mask mask = mask_of(item.shape, within);
  for (const Stroke& hole : item.holes) mark(mask, hole, 0);
  return mask;
}

bool covers_any(const Item& item, core::Rect within) {
  const core::Rect area = core::intersection(bounds(item.shape), within);
  // Usually the first row decides.
  for (int y = area.y0; y < area.y1; ++y) {
    if (mask_of(item, {area.x0, y, area.x1, y + 1}).any()) return true;
  }
  return false;
}

}  // namespace heatwave::scene
