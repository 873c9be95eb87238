// Squares are a few pixels large: found in vectors of squares, painted in vectors of pixels.
#include "app/view/surface_squares.h"

#include <algorithm>

#include "app/view/surface_square.h"
#include "kernels/core/scratch.h"
#include "kernels/core/simd.h"

namespace heatwave::view {
namespace {

float least(float a, float b) { return a < b ? a : b; }
float most(float a, float b) { return a > b ? a : b; }

struct SquareRow {
  int count;
  float width, height;
  // Corners north and south of them.
  const float* north_x;
  const float* north_y;
  const float* south_x;
  const float* south_y;
  int* left;
  int* right;
  int* bottom;
  int* top;
};

/// The first pixel whose middle may lie there, and the one behind the last: corners lie at whole
/// parts of 256 of a pixel.
HEATWAVE_SIMD_CLONES void find_pixels(const SquareRow& given) {
  const SquareRow row = given;
  const auto first = [](float at, float end) {
    return static_cast<int>(least(most(at, 0.0F), end) + 127.0F / 256.0F);
  };
  const auto behind = [](float at, float end) {
    return static_cast<int>(least(most(at, 0.0F), end) + 0.5F);
  };
#pragma GCC ivdep
  for (int i = 0; i < row.count; ++i) {
    const auto of_all = [i](auto choose, const float* north, const float* south) {
      return choose(choose(north[i], north[i + 1]), choose(south[i], south[i + 1]));
    };
    row.left[i] = first(of_all(least, row.north_x, row.south_x), row.width);
    row.right[i] = behind(of_all(most, row.north_x, row.south_x), row.width);
    row.bottom[i] = first(of_all(least, row.north_y, row.south_y), row.height);
    row.top[i] = behind(of_all(most, row.north_y, row.south_y), row.height);
  }
}

/// A row of squares and the rows of pixels that are painted.
struct PaintedRow {
  const SurfaceCorners& corners;
  const LaidPicture& picture;
  const PaintedPixels& to;
  int row;
  int begin, end;
  const int* left;
  const int* right;
  const int* bottom;
  const int* top;
  std::span<const int> columns;
};

SurfaceSquare::Shares shares_of(const std::vector<float>& values, std::size_t a, std::size_t c) {
  const float b = values[a + 1];
  return {b, values[a] - b, values[c] - b, values[c + 1] - b};
}

[[gnu::always_inline]] inline SurfaceSquare square_at(const PaintedRow& row, int column) {
  const SurfaceCorners& corners = row.corners;
  const std::size_t a = corners.index(column, row.row);
  const std::size_t b = a + 1;
  const std::size_t c = corners.index(column, row.row + 1);
  const std::size_t d = c + 1;
  const auto line = [&corners](std::size_t from, std::size_t to) {
    return SurfaceSquare::Line{corners.x[from], corners.y[from], corners.x[to] - corners.x[from],
                               corners.y[to] - corners.y[from]};
  };
  const auto part = [](const SurfaceSquare::Line& one, const SurfaceSquare::Line& other) {
    return 1.0F / (one.way_x * other.way_y - one.way_y * other.way_x);
  };
  const SurfaceSquare::Line ab = line(a, b);
  const SurfaceSquare::Line ac = line(a, c);
  const SurfaceSquare::Line bd = line(b, d);
  const SurfaceSquare::Line bc = line(b, c);
  const auto x = static_cast<std::size_t>(column);
  const auto y = static_cast<std::size_t>(row.row);
  return {.edges = {ab, ac, bd, line(c, d), bc},
          .part_abc = part(ab, ac),
          .part_bcd = part(bc, bd),
          .near_a = corners.nearness[a],
          .near_b = corners.nearness[b],
          .near_c = corners.nearness[c],
          .near_d = corners.nearness[d],
          .brightness = shares_of(corners.brightness, a, c),
          .gloss = shares_of(corners.gloss, a, c),
          .left = corners.across[x],
          .right = corners.across[x + 1],
          .upper = corners.upwards[y],
          .lower = corners.upwards[y + 1],
          .pixels = {row.left[column], std::max(row.begin, row.bottom[column]), row.right[column],
                     std::min(row.end, row.top[column])}};
}

template <int kLanes>
[[gnu::always_inline]] inline void paint_row_in(const PaintedRow& row) {
  for (const int column : row.columns) {
    if (row.bottom[column] >= row.end || row.top[column] <= row.begin) continue;
    if (row.left[column] >= row.right[column]) continue;
    const SurfaceSquare square = square_at(row, column);
    if (!square.pixels.empty()) paint_square<kLanes>(square, row.picture, row.to);
  }
}

#if HEATWAVE_HAS_TARGETS
HEATWAVE_TARGET("x86-64-v3") void paint_row_wide(const PaintedRow& row) { paint_row_in<8>(row); }
#endif

void paint_row_basic(const PaintedRow& row) { paint_row_in<4>(row); }

}  // namespace

void SurfaceSquares::find(const SurfaceCorners& corners, core::Extent extent) {
  const core::Extent count{corners.places.width - 1, corners.places.height - 1};
  for (std::vector<int>* each : {&left_, &right_, &bottom_, &top_}) {
    core::fit(*each, static_cast<std::size_t>(count.cells()));
  }
  rows_.clear();
  seen_ = {extent.width, extent.height, 0, 0};
  for (int y = 0; y < count.height; ++y) {
    const std::size_t at = core::whole(count).index(0, y);
    const std::size_t north = corners.index(0, y);
    const std::size_t south = corners.index(0, y + 1);
    find_pixels({.count = count.width,
                 .width = static_cast<float>(extent.width),
                 .height = static_cast<float>(extent.height),
                 .north_x = &corners.x[north],
                 .north_y = &corners.y[north],
                 .south_x = &corners.x[south],
                 .south_y = &corners.y[south],
                 .left = &left_[at],
                 .right = &right_[at],
                 .bottom = &bottom_[at],
                 .top = &top_[at]});
    Rows rows{extent.height, 0};
    for (std::size_t i = at; i < at + static_cast<std::size_t>(count.width); ++i) {
      rows.begin = std::min(rows.begin, bottom_[i]);
      rows.end = std::max(rows.end, top_[i]);
      seen_.x0 = std::min(seen_.x0, left_[i]);
      seen_.x1 = std::max(seen_.x1, right_[i]);
    }
    rows_.push_back(rows);
    seen_.y0 = std::min(seen_.y0, rows.begin);
    seen_.y1 = std::max(seen_.y1, rows.end);
  }
}

void SurfaceSquares::paint(const SurfaceCorners& corners, const LaidPicture& picture, int row,
                           std::span<const int> columns, int begin, int end,
                           const PaintedPixels& to) const {
  const Rows& rows = rows_[static_cast<std::size_t>(row)];
  if (rows.begin >= end || rows.end <= begin) return;
  const core::Extent count{corners.places.width - 1, corners.places.height - 1};
  const std::size_t at = core::whole(count).index(0, row);
  const PaintedRow painted{.corners = corners,
                           .picture = picture,
                           .to = to,
                           .row = row,
                           .begin = begin,
                           .end = end,
                           .left = &left_[at],
                           .right = &right_[at],
                           .bottom = &bottom_[at],
                           .top = &top_[at],
                           .columns = columns};
#if HEATWAVE_HAS_TARGETS
  if (core::simd_level() != core::SimdLevel::basic) {
    paint_row_wide(painted);
    return;
  }
#endif
  paint_row_basic(painted);
}

}  // namespace heatwave::view
