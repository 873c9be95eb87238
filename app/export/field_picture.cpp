// Turns a field into a picture.
#include "app/export/field_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/export/coverage.h"
#include "app/export/framed_picture.h"
#include "app/export/line_plot.h"
#include "app/export/pixels.h"
#include "app/lines/interpolation.h"
#include "kernels/core/error.h"
#include "kernels/field/cells.h"

namespace heatwave::exporting {
namespace {

constexpr double kLineStrength = 0.75;
/// Share of the step between levels; smaller slopes are only rounding.
constexpr double kFlatGround = 1e-3;

void mix(Image& image, int x, int y, std::uint8_t light, double part) {
  std::uint8_t* pixel = pixel_of(image, x, y);
  for (int i = 0; i < 3; ++i) {
    pixel[i] = static_cast<std::uint8_t>(std::lround(pixel[i] + part * (light - pixel[i])));
  }
}

/// Returns the lines of an arrow: a shaft and the two sides of its head.
std::array<std::array<core::Point, 2>, 3> pieces_of(const lines::Arrow& arrow) {
  const core::Point half{arrow.flux.x / 2, arrow.flux.y / 2};
  const core::Point tip{arrow.at.x + half.x, arrow.at.y + half.y};
  const core::Point back{0.3 * arrow.flux.x, 0.3 * arrow.flux.y};
  const core::Point side{-0.18 * arrow.flux.y, 0.18 * arrow.flux.x};
  return {{{{{arrow.at.x - half.x, arrow.at.y - half.y}, tip}},
           {{tip, {tip.x - back.x + side.x, tip.y - back.y + side.y}}},
           {{tip, {tip.x - back.x - side.x, tip.y - back.y - side.y}}}}};
}

/// `width`: of a line, in pixels.
void draw_arrow(Image& image, const lines::Arrow& arrow, double width) {
  const double core = 0.6 * width;  // half the width of the white line
  const double rim = 1.6 * width;
  const double reach = std::hypot(arrow.flux.x, arrow.flux.y) / 2 + rim + 1;
  const auto pieces = pieces_of(arrow);
  const core::Rect about{static_cast<int>(std::floor(arrow.at.x - reach)),
                         static_cast<int>(std::floor(arrow.at.y - reach)),
                         static_cast<int>(std::ceil(arrow.at.x + reach)),
                         static_cast<int>(std::ceil(arrow.at.y + reach))};
  const core::Rect area = core::intersection(about, core::whole(image.extent));
  for (int y = area.y0; y < area.y1; ++y) {
    for (int x = area.x0; x < area.x1; ++x) {
      double away = rim + 1;
      for (const auto& [from, to] : pieces) {
        away = std::min(away, distance_to_line({x + 0.5, y + 0.5}, from, to));
      }
      const auto covered = [away](double half) { return std::clamp(half + 0.5 - away, 0.0, 1.0); };
      mix(image, x, y, 0, 0.6 * covered(rim));
      mix(image, x, y, 255, covered(core));
    }
  }
}

/// Draws lines one pixel wide along the levels, dark on light colours and light on dark ones.
void draw_contours(Image& image, const FieldPicture& picture) {
  const std::vector<double>& levels = picture.levels.values;
  if (levels.empty()) return;
  const core::Rect grid = core::whole(picture.extent);
  const auto is_wall = [&](std::size_t cell) {
    return !picture.flags.empty() && (picture.flags[cell] & field::kWall) != 0;
  };
  const double flat = kFlatGround * picture.levels.step;
  const auto crossed = [&](float a, float b) {
    const auto low = static_cast<double>(std::min(a, b));
    const auto high = static_cast<double>(std::max(a, b));
    const auto next = std::upper_bound(levels.begin(), levels.end(), low);
    return next != levels.end() && *next <= high && high - low >= flat;
  };
  for (int y = 0; y < grid.y1; ++y) {
    for (int x = 0; x < grid.x1; ++x) {
      const std::size_t cell = grid.index(x, y);
      if (is_wall(cell)) continue;
      const float value = picture.cells[cell];
      const auto crosses_to = [&](std::size_t other) {
        return !is_wall(other) && crossed(value, picture.cells[other]);
      };
      const bool on_line =
          (x + 1 < grid.x1 && crosses_to(cell + 1)) ||
          (y + 1 < grid.y1 && crosses_to(cell + static_cast<std::size_t>(grid.x1)));
      if (!on_line) continue;
      mix(image, x, y, colour::is_light(picture.scale.colour(value)) ? 0 : 255, kLineStrength);
    }
  }
}

/// Draws white arrows with a dark rim.
void draw_arrows(Image& image, const std::vector<lines::Arrow>& arrows, double width = 1.0) {
  for (const lines::Arrow& arrow : arrows) draw_arrow(image, arrow, width);
}

/// Draws contours between the cells, dark on light colours and light on dark ones. `scale`: pixels
/// of a cell.
void draw_contour_lines(Image& image, const FieldPicture& picture, core::Point scale,
                        double width) {
  if (picture.levels.values.empty()) return;
  lines::Samples samples{.extent = picture.extent, .first = {0.5, 0.5}, .values = picture.cells};
  for (const std::uint8_t flags : picture.flags) {
    samples.walls.push_back((flags & field::kWall) != 0 ? 1 : 0);
  }
  Coverage dark(image.extent);
  Coverage light(image.extent);
  // A picture has room for more lines than a window that draws them in every frame.
  constexpr std::size_t kMost = 40 * lines::kMostPieces;
  for (const lines::Contour& line : lines::contours(samples, picture.levels, kMost)) {
    const auto on_light = colour::is_light(picture.scale.colour(static_cast<float>(line.level)));
    Coverage& cover = on_light ? dark : light;
    const std::size_t count = line.points.size();
    for (std::size_t i = 0; i + (line.closed ? 0 : 1) < count; ++i) {
      const core::Point from = line.points[i];
      const core::Point to = line.points[(i + 1) % count];
      cover.draw({from.x * scale.x, from.y * scale.y}, {to.x * scale.x, to.y * scale.y}, width);
    }
  }
  dark.put(image, {0, 0, 0}, kLineStrength);
  light.put(image, {255, 255, 255}, kLineStrength);
}

/// Returns the marks with each one as wide as a line.
std::vector<std::uint8_t> widened(const std::vector<std::uint8_t>& marks, core::Extent extent,
                                  double width) {
  const int more = static_cast<int>(std::lround(width)) - 1;
  if (marks.empty() || more < 1) return marks;
  const core::Rect all = core::whole(extent);
  std::vector<std::uint8_t> wide(marks.size());
  for (int y = 0; y < all.y1; ++y) {
    for (int x = 0; x < all.x1; ++x) {
      if (marks[all.index(x, y)] == 0) continue;
      const core::Rect pen{x - more / 2, y - more / 2, x - more / 2 + more + 1,
                           y - more / 2 + more + 1};
      const core::Rect area = core::intersection(pen, all);
      for (int row = area.y0; row < area.y1; ++row) {
        for (int column = area.x0; column < area.x1; ++column) wide[all.index(column, row)] = 1;
      }
    }
  }
  return wide;
}

// stb stores sizes in ints and doubles its buffers.
constexpr std::int64_t kLargestImage = 900'000'000;

void check_cells(const FieldPicture& picture) {
  const auto cells = static_cast<std::size_t>(picture.extent.cells());
  const bool walls = !picture.flags.empty();
  if (picture.cells.size() != cells || (walls && picture.flags.size() != cells)) {
    throw core::Error("a field to be drawn does not fill its grid");
  }
}

/// Lights each cell that is no wall by the slope between its neighbours.
void draw_relief(Image& image, const FieldPicture& picture) {
  const core::Rect grid = core::whole(picture.extent);
  const int apart = picture.cell_pixels;
  const core::Extent cells{grid.x1 / apart, grid.y1 / apart};
  const float steepness = colour::steepness_of(cells, picture.scale) / 2.0F;
  const auto is_wall = [&](std::size_t cell) {
    return !picture.flags.empty() && (picture.flags[cell] & field::kWall) != 0;
  };
  for (int y = 0; y < grid.y1; ++y) {
    for (int x = 0; x < grid.x1; ++x) {
      const std::size_t cell = grid.index(x, y);
      if (is_wall(cell)) continue;
      const auto value = [&](int column, int row) {
        const std::size_t other =
            grid.index(std::clamp(column, 0, grid.x1 - 1), std::clamp(row, 0, grid.y1 - 1));
        return picture.cells[is_wall(other) ? cell : other];
      };
      std::uint8_t* rgb = &image.rgb[3 * cell];
      const colour::Rgb lit = colour::lit({rgb[0], rgb[1], rgb[2]},
                                          steepness * (value(x + apart, y) - value(x - apart, y)),
                                          steepness * (value(x, y + apart) - value(x, y - apart)));
      rgb[0] = lit.r;
      rgb[1] = lit.g;
      rgb[2] = lit.b;
    }
  }
}

/// Colours each cell and draws the layers over them.
Image pixels_of(const FieldPicture& picture) {
  Image image{.extent = picture.extent, .rgb = std::vector<std::uint8_t>(3 * picture.cells.size())};
  for (std::size_t i = 0; i < picture.cells.size(); ++i) {
    const bool wall = !picture.flags.empty() && (picture.flags[i] & field::kWall) != 0;
    const colour::Rgb colour = wall ? colour::kWallColour : picture.scale.colour(picture.cells[i]);
    image.rgb[3 * i] = colour.r;
    image.rgb[3 * i + 1] = colour.g;
    image.rgb[3 * i + 2] = colour.b;
  }
  if (picture.relief) draw_relief(image, picture);
  draw_contours(image, picture);
  draw_outlines(image, picture.outlined);
  draw_arrows(image, picture.arrows);
  return image;
}

/// Returns the picture's cells, walls and relief on a grid of this extent, with values between the
/// cells or each cell as a square.
FieldPicture resampled(const FieldPicture& picture, core::Extent extent,
                       lines::Interpolation interpolation) {
  const core::Rect cells = core::whole(picture.extent);
  const lines::CellValues values{picture.extent, picture.cells, picture.flags, field::kWall};
  FieldPicture fine{.extent = extent,
                    .cells = {},
                    .flags = {},
                    .scale = picture.scale,
                    .relief = picture.relief,
                    .cell_pixels = std::max(1, extent.width / picture.extent.width),
                    .levels = {},
                    .arrows = {}};
  const auto count = static_cast<std::size_t>(fine.extent.cells());
  fine.cells.reserve(count);
  fine.flags.reserve(picture.flags.empty() ? 0 : count);
  const double across = static_cast<double>(picture.extent.width) / extent.width;
  const double down = static_cast<double>(picture.extent.height) / extent.height;
  for (int y = 0; y < extent.height; ++y) {
    for (int x = 0; x < extent.width; ++x) {
      const core::Point at{(x + 0.5) * across, (y + 0.5) * down};
      const std::size_t cell = cells.index(static_cast<int>(at.x), static_cast<int>(at.y));
      fine.cells.push_back(value_between(values, at, interpolation));
      if (!picture.flags.empty()) fine.flags.push_back(picture.flags[cell]);
    }
  }
  return fine;
}

lines::Arrow scaled(lines::Arrow arrow, double across, double down) {
  arrow.at = {arrow.at.x * across, arrow.at.y * down};
  arrow.flux = {arrow.flux.x * across, arrow.flux.y * down};
  return arrow;
}

/// Returns the picture on a grid of `times` cells in place of each one, with values between them.
FieldPicture magnified(const FieldPicture& picture, int times) {
  const core::Extent extent{times * picture.extent.width, times * picture.extent.height};
  FieldPicture fine = resampled(picture, extent, lines::interpolation_for(times));
  fine.levels = picture.levels;
  const core::Rect cells = core::whole(picture.extent);
  fine.outlined.reserve(picture.outlined.empty() ? 0 : fine.cells.size());
  for (int y = 0; y < extent.height && !picture.outlined.empty(); ++y) {
    for (int x = 0; x < extent.width; ++x) {
      fine.outlined.push_back(picture.outlined[cells.index(x / times, y / times)]);
    }
  }
  for (const lines::Arrow& arrow : picture.arrows) {
    fine.arrows.push_back(scaled(arrow, times, times));
  }
  return fine;
}

/// Returns the picture at a smaller size; each pixel is the average of those that it replaces.
Image averaged(const Image& image, core::Extent size) {
  const core::Rect from = core::whole(image.extent);
  Image small = blank_image(size);
  const auto border = [](int i, int all, int parts) {
    return static_cast<int>(std::int64_t{i} * all / parts);
  };
  for (int y = 0; y < size.height; ++y) {
    const int top = border(y, from.y1, size.height);
    const int bottom = border(y + 1, from.y1, size.height);
    for (int x = 0; x < size.width; ++x) {
      const int left = border(x, from.x1, size.width);
      const int right = border(x + 1, from.x1, size.width);
      std::array<int, 3> sums{};
      for (int row = top; row < bottom; ++row) {
        for (int column = left; column < right; ++column) {
          const std::uint8_t* pixel = pixel_of(image, column, row);
          for (std::size_t i = 0; i < 3; ++i) sums[i] += pixel[i];
        }
      }
      const int count = (bottom - top) * (right - left);
      for (std::size_t i = 0; i < 3; ++i) {
        pixel_of(small, x, y)[i] = static_cast<std::uint8_t>((sums[i] + count / 2) / count);
      }
    }
  }
  return small;
}

/// Colours the field for a picture of a given size, with lines as wide as that size asks for.
Image drawn_for_size(const FieldPicture& picture) {
  const core::Extent extent = field_pixels(picture.extent, picture.parts);
  const double across = static_cast<double>(extent.width) / picture.extent.width;
  const double down = static_cast<double>(extent.height) / picture.extent.height;
  const double width = line_width(picture.extent, picture.parts);
  const auto interpolation =
      picture.parts.smooth ? lines::interpolation_for(across) : lines::Interpolation::none;
  const FieldPicture plain =
      resampled(picture, across < 1 ? picture.extent : extent, interpolation);
  Image image = pixels_of(plain);
  if (across < 1) image = averaged(image, extent);
  draw_contour_lines(image, picture, {across, down}, width);
  draw_outlines(image, widened(picture.outlined, extent, width));
  std::vector<lines::Arrow> arrows;
  for (const lines::Arrow& arrow : picture.arrows) arrows.push_back(scaled(arrow, across, down));
  draw_arrows(image, arrows, width);
  return image;
}

}  // namespace

std::size_t bytes_of(const FieldPicture& picture) {
  const std::size_t beside = picture.beside == nullptr ? 0 : bytes_of(*picture.beside);
  return picture.cells.size() * sizeof(float) + picture.flags.size() + beside;
}
std::size_t bytes_of(const Image& image) { return image.rgb.size(); }

namespace {

Image coloured_alone(const FieldPicture& picture) {
  if (picture.plot != nullptr) return drawn_plot(*picture.plot, picture);
  check_cells(picture);
  if (picture.parts.size.is_given()) {
    Image image = drawn_for_size(picture);
    const bool is_alone = image.extent == picture_extent(picture.extent, picture.parts);
    return is_alone ? image : framed(image, picture);
  }
  const int times = picture.parts.smooth ? magnification(picture.extent) : 1;
  const Image image = times > 1 ? pixels_of(magnified(picture, times)) : pixels_of(picture);
  return picture.parts.has_frame() ? framed(image, picture) : image;
}

/// Returns both pictures, in line at the top, with white between them.
Image beside_each_other(const Image& left, const Image& right) {
  const int from = left.extent.width + kPicturesApart;
  Image image =
      blank_image({from + right.extent.width, std::max(left.extent.height, right.extent.height)});
  fill(image, core::whole(image.extent), {255, 255, 255});
  lay(image, core::whole(left.extent), left);
  lay(image, {from, 0, from + right.extent.width, right.extent.height}, right);
  return image;
}

}  // namespace

Image coloured(const FieldPicture& picture) {
  Image image = coloured_alone(picture);
  if (picture.beside == nullptr) return image;
  return beside_each_other(image, coloured(*picture.beside));
}

Image shrunk_to(const Image& image, core::Extent room) {
  const core::Extent size = fitted(image.extent, room);
  return size.width < image.extent.width ? averaged(image, size) : image;
}

core::Extent fitted(core::Extent shape, core::Extent room) {
  const double scale = std::min(static_cast<double>(room.width) / shape.width,
                                static_cast<double>(room.height) / shape.height);
  const auto side = [scale](int cells) {
    return std::max(1, static_cast<int>(std::lround(cells * scale)));
  };
  return {side(shape.width), side(shape.height)};
}

void check_size(const PictureSize& size) {
  const auto [width, height] = size.exact;
  const bool is_none = width == 0 && height == 0;
  constexpr int kShortestSide = 16;
  const auto fits = [](int side) {
    return side >= kShortestSide && side <= PictureSize::kLongestSide;
  };
  if (!is_none && !(fits(width) && fits(height))) {
    throw core::Error(fmt::format("a picture has from {} to {} pixels along a side, not {} × {}",
                                  kShortestSide, PictureSize::kLongestSide, width, height));
  }
  if (size.times < 0 || size.times > PictureSize::kMostTimes) {
    throw core::Error(
        fmt::format("a picture has from 1 to {} pixels along a side of a cell, not {}",
                    PictureSize::kMostTimes, size.times));
  }
  if (!is_none) check_png_size(size.exact);
}

void check_png_size(core::Extent extent) {
  // The division avoids overflow for the largest sides.
  if (std::int64_t{3} * extent.width + 1 <= kLargestImage / extent.height) return;
  throw core::Error(
      fmt::format("{} × {} is too large for a PNG file", extent.width, extent.height));
}

std::string frame_name(std::int64_t step) { return fmt::format("{}{:08}.png", kFramePrefix, step); }

}  // namespace heatwave::exporting
