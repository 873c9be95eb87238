// Turns a field into a picture, and a picture into the bytes of a PNG file.
#include "app/export/field_picture.h"

#include <fmt/format.h>
#include <stb_image_write.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/export/framed_picture.h"
#include "app/lines/interpolation.h"
#include "kernels/core/error.h"
#include "kernels/field/cells.h"

namespace heatwave::exporting {
namespace {

constexpr double kLineStrength = 0.75;
/// Share of the step between levels; smaller slopes are only rounding.
constexpr double kFlatGround = 1e-3;

void mix(Image& image, int x, int y, std::uint8_t light, double part) {
  std::uint8_t* pixel = &image.rgb[3 * core::whole(image.extent).index(x, y)];
  for (int i = 0; i < 3; ++i) {
    pixel[i] = static_cast<std::uint8_t>(std::lround(pixel[i] + part * (light - pixel[i])));
  }
}

double distance(core::Point p, core::Point a, core::Point b) {
  const core::Point way{b.x - a.x, b.y - a.y};
  const double square = way.x * way.x + way.y * way.y;
  const double along = square > 0 ? ((p.x - a.x) * way.x + (p.y - a.y) * way.y) / square : 0.0;
  const double part = std::clamp(along, 0.0, 1.0);
  return std::hypot(p.x - a.x - part * way.x, p.y - a.y - part * way.y);
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

void draw_arrow(Image& image, const lines::Arrow& arrow) {
  constexpr double kCore = 0.6;  // half the width in pixels
  constexpr double kRim = 1.6;
  const double reach = std::hypot(arrow.flux.x, arrow.flux.y) / 2 + kRim + 1;
  const auto pieces = pieces_of(arrow);
  const core::Rect about{static_cast<int>(std::floor(arrow.at.x - reach)),
                         static_cast<int>(std::floor(arrow.at.y - reach)),
                         static_cast<int>(std::ceil(arrow.at.x + reach)),
                         static_cast<int>(std::ceil(arrow.at.y + reach))};
  const core::Rect area = core::intersection(about, core::whole(image.extent));
  for (int y = area.y0; y < area.y1; ++y) {
    for (int x = area.x0; x < area.x1; ++x) {
      double away = kRim + 1;
      for (const auto& [from, to] : pieces) {
        away = std::min(away, distance({x + 0.5, y + 0.5}, from, to));
      }
      const auto covered = [away](double half) { return std::clamp(half + 0.5 - away, 0.0, 1.0); };
      mix(image, x, y, 0, 0.6 * covered(kRim));
      mix(image, x, y, 255, covered(kCore));
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
void draw_arrows(Image& image, const std::vector<lines::Arrow>& arrows) {
  for (const lines::Arrow& arrow : arrows) draw_arrow(image, arrow);
}

// stb stores sizes in ints and doubles its buffers.
constexpr std::int64_t kLargestImage = 900'000'000;

void append(void* bytes, void* data, int size) {
  const auto* from = static_cast<const std::uint8_t*>(data);
  auto& to = *static_cast<std::vector<std::uint8_t>*>(bytes);
  to.insert(to.end(), from, from + size);
}

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

/// Returns the picture on a grid of `times` cells in place of each one, with values between them.
FieldPicture magnified(const FieldPicture& picture, int times) {
  const core::Rect cells = core::whole(picture.extent);
  const lines::CellValues values{picture.extent, picture.cells, picture.flags, field::kWall};
  const lines::Interpolation interpolation = lines::interpolation_for(times);
  FieldPicture fine{.extent = {times * picture.extent.width, times * picture.extent.height},
                    .cells = {},
                    .flags = {},
                    .scale = picture.scale,
                    .relief = picture.relief,
                    .cell_pixels = times,
                    .levels = picture.levels,
                    .arrows = picture.arrows};
  const auto count = static_cast<std::size_t>(fine.extent.cells());
  fine.cells.reserve(count);
  fine.flags.reserve(picture.flags.empty() ? 0 : count);
  fine.outlined.reserve(picture.outlined.empty() ? 0 : count);
  for (int y = 0; y < fine.extent.height; ++y) {
    for (int x = 0; x < fine.extent.width; ++x) {
      const std::size_t cell = cells.index(x / times, y / times);
      fine.cells.push_back(
          value_between(values, {(x + 0.5) / times, (y + 0.5) / times}, interpolation));
      if (!picture.flags.empty()) fine.flags.push_back(picture.flags[cell]);
      if (!picture.outlined.empty()) fine.outlined.push_back(picture.outlined[cell]);
    }
  }
  for (lines::Arrow& arrow : fine.arrows) {
    arrow.at = {arrow.at.x * times, arrow.at.y * times};
    arrow.flux = {arrow.flux.x * times, arrow.flux.y * times};
  }
  return fine;
}

}  // namespace

std::size_t bytes_of(const FieldPicture& picture) {
  return picture.cells.size() * sizeof(float) + picture.flags.size();
}
std::size_t bytes_of(const Image& image) { return image.rgb.size(); }

Image coloured(const FieldPicture& picture) {
  check_cells(picture);
  const int times = picture.parts.smooth ? magnification(picture.extent) : 1;
  const Image image = times > 1 ? pixels_of(magnified(picture, times)) : pixels_of(picture);
  return picture.parts.has_frame() ? framed(image, picture) : image;
}

void check_png_size(core::Extent extent) {
  // The division avoids overflow for the largest sides.
  if (std::int64_t{3} * extent.width + 1 <= kLargestImage / extent.height) return;
  throw core::Error(
      fmt::format("{} × {} is too large for a PNG file", extent.width, extent.height));
}

std::string frame_name(std::int64_t step) { return fmt::format("{}{:08}.png", kFramePrefix, step); }

std::vector<std::uint8_t> encoded_png(const Image& image) {
  const int width = image.extent.width;
  const int height = image.extent.height;
  if (width < 1 || height < 1 ||
      static_cast<std::int64_t>(image.rgb.size()) != 3 * image.extent.cells()) {
    throw core::Error("a picture to be saved does not fill its size");
  }
  check_png_size(image.extent);
  std::vector<std::uint8_t> bytes;
  if (stbi_write_png_to_func(append, &bytes, width, height, 3, image.rgb.data(), 3 * width) == 0 ||
      bytes.empty()) {
    throw core::Error(fmt::format("a {} × {} picture could not be encoded", width, height));
  }
  return bytes;
}

}  // namespace heatwave::exporting
