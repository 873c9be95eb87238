// Geometry of grids: points, extents, cells and half-open rectangles of cells.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace heatwave::core {

struct Cell {
  int x = 0;
  int y = 0;
  friend bool operator==(const Cell&, const Cell&) = default;
};

/// A position on a grid, in cells: cell (i, j) covers the square from (i, j) to (i+1, j+1).
struct Point {
  double x = 0.0;
  double y = 0.0;
  friend bool operator==(const Point&, const Point&) = default;
};

struct Extent {
  int width = 0;
  int height = 0;

  [[nodiscard]] std::int64_t cells() const { return std::int64_t{width} * height; }
  [[nodiscard]] bool contains(Cell c) const {
    return c.x >= 0 && c.y >= 0 && c.x < width && c.y < height;
  }
  friend bool operator==(const Extent&, const Extent&) = default;
};

/// Columns x0 to x1 and rows y0 to y1, excluding x1 and y1.
struct Rect {
  int x0 = 0;
  int y0 = 0;
  int x1 = 0;
  int y1 = 0;

  [[nodiscard]] int width() const { return std::max(0, x1 - x0); }
  [[nodiscard]] int height() const { return std::max(0, y1 - y0); }
  [[nodiscard]] std::int64_t cells() const { return std::int64_t{width()} * height(); }
  [[nodiscard]] bool empty() const { return x1 <= x0 || y1 <= y0; }
  [[nodiscard]] bool contains(Cell c) const {
    return c.x >= x0 && c.y >= y0 && c.x < x1 && c.y < y1;
  }
  /// Returns the index of a cell in an array of this rectangle's cells, row by row.
  [[nodiscard]] std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y - y0) * static_cast<std::size_t>(width()) +
           static_cast<std::size_t>(x - x0);
  }
  [[nodiscard]] Rect grown(int by) const { return {x0 - by, y0 - by, x1 + by, y1 + by}; }

  friend bool operator==(const Rect&, const Rect&) = default;
};

inline Rect whole(Extent e) { return {0, 0, e.width, e.height}; }

inline Rect intersection(Rect a, Rect b) {
  return {std::max(a.x0, b.x0), std::max(a.y0, b.y0), std::min(a.x1, b.x1), std::min(a.y1, b.y1)};
}

/// Returns the smallest rectangle that contains both; an empty one is ignored.
inline Rect united(Rect a, Rect b) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  return {std::min(a.x0, b.x0), std::min(a.y0, b.y0), std::max(a.x1, b.x1), std::max(a.y1, b.y1)};
}

}  // namespace heatwave::core
