// The squares of a surface, each of two triangles, painted by the processor as OpenGL would.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/view/surface_corners.h"

namespace heatwave::view {

/// What is laid over a surface: row by row from below.
struct LaidPicture {
  core::Extent extent;
  std::span<const std::uint32_t> pixels;
};

/// Pixels of a part of what is painted, row by row from below.
struct PaintedPixels {
  core::Rect part;
  std::uint32_t* first = nullptr;
};

class SurfaceSquares {
 public:
  /// Finds the pixels of each square, of so many.
  void find(const SurfaceCorners& corners, core::Extent extent);
  /// Paints those of a row into the pixels' rows from `begin` to `end`, in this order. Each pixel
  /// comes out the same, however rows of pixels are divided.
  void paint(const SurfaceCorners& corners, const LaidPicture& picture, int row,
             std::span<const int> columns, int begin, int end, const PaintedPixels& to) const;
  /// Where all of them are seen; empty: nowhere.
  [[nodiscard]] core::Rect seen() const { return seen_; }
  /// So many pixels of a row are painted at once, and no part is narrower.
  static constexpr int kNarrowest = 8;

 private:
  struct Rows {
    int begin, end;
  };
  /// Of each square the pixels whose middles may lie in it.
  std::vector<int> left_, right_, bottom_, top_;
  std::vector<Rows> rows_;  ///< of each row of squares
  core::Rect seen_;
};

}  // namespace heatwave::view
