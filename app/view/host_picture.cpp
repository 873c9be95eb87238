// A row of cells is coloured once, however many rows of pixels show it; marks are looked up in a
// picture of their own, which stays while nothing moves.
#include "app/view/host_picture.h"

#include <algorithm>
#include <cmath>

#include "kernels/core/scratch.h"

namespace heatwave::view {
namespace {

constexpr float kOfBorder = 3.0F / 5.0F;  ///< as in the shader
constexpr float kOfStripe = 2.0F / 9.0F;

struct Light {
  float r, g, b;
};

Light light_of(colour::Rgb rgb) { return {rgb.r / 255.0F, rgb.g / 255.0F, rgb.b / 255.0F}; }

Light mix(const Light& a, const Light& b, float part) {
  const auto mixed = [part](float x, float y) { return x * (1.0F - part) + y * part; };
  return {mixed(a.r, b.r), mixed(a.g, b.g), mixed(a.b, b.b)};
}

std::uint32_t pixel_of(const Light& light) {
  const auto byte = [](float part) {
    return static_cast<std::uint32_t>(std::lrint(part * 255.0F));
  };
  return 0xff000000U | byte(light.b) << 16 | byte(light.g) << 8 | byte(light.r);
}

int remainder(int number, int by) { return (number % by + by) % by; }

}  // namespace

HostPicture::Along HostPicture::along(float place, float step, int cells, int thinned) {
  Along found{.place = place, .at = static_cast<int>(std::floor(place))};
  found.cell = std::clamp(found.at, 0, cells - 1);
  found.next = static_cast<int>(std::floor(place + step));
  found.texel = found.cell / thinned;
  return found;
}

void HostPicture::place(const PixelPlaces& places, const CellMarks& marks,
                        std::span<const core::Rect> marked) {
  const core::Rect& pixels = places.pixels;
  if (places != places_) {
    places_ = places;
    const float step = places.cells_per_pixel;
    columns_.clear();
    for (int x = pixels.x0; x < pixels.x1; ++x) {
      const float middle = static_cast<float>(x) + 0.5F;
      columns_.push_back(
          along((middle - places.left) * step, step, places.grid.width, places.thinned));
    }
    texels_.clear();
    for (const Along& column : columns_) texels_.push_back(column.texel);
    rows_.clear();
    for (int y = pixels.y0; y < pixels.y1; ++y) {
      const float middle = static_cast<float>(y) + 0.5F;
      rows_.push_back(
          along((places.top - middle) * step, step, places.grid.height, places.thinned));
    }
  }
  const auto count = static_cast<std::size_t>(pixels.cells());
  core::fit(pixels_, count);
  core::fit(marks_, count);
  std::fill(marks_.begin(), marks_.end(), kPlain);
  has_marks_.assign(rows_.size(), 0);
  for (const core::Rect& part : marked) find_marks(marks, core::intersection(part, pixels));
}

/// Between this pixel's cell and that one.
bool HostPicture::ends_before(const CellMarks& marks, std::uint8_t mark, int x, int y) const {
  const core::Extent grid = places_.grid;
  const int k = places_.thinned;
  if (x <= 0 || y <= 0 || x >= grid.width - k || y >= grid.height - k) return false;
  return ((*marks.at(x / k, y / k) ^ mark) & (kMarkMedium | kMarkHeld)) != 0;
}

bool HostPicture::is_border(const CellMarks& marks, const Along& x, const Along& y) const {
  const std::uint8_t mark = *marks.at(x.texel, y.texel);
  if (places_.cells_are_small()) {
    return x.cell > 0 && y.cell > 0 &&
           (ends_before(marks, mark, x.next, y.at) || ends_before(marks, mark, x.at, y.next));
  }
  const float reach = 1.5F * places_.cells_per_pixel;
  const float across = x.place - static_cast<float>(x.cell);
  const float down = y.place - static_cast<float>(y.cell);
  return ((mark & kMarkWest) != 0 && across < reach) ||
         ((mark & kMarkEast) != 0 && 1.0F - across < reach) ||
         ((mark & kMarkNorth) != 0 && down < reach) ||
         ((mark & kMarkSouth) != 0 && 1.0F - down < reach) ||
         ((mark & kMarkRim) != 0 && places_.cells_per_pixel > 0.5F);
}

void HostPicture::find_marks(const CellMarks& marks, const core::Rect& pixels) {
  for (int y = pixels.y0; y < pixels.y1; ++y) {
    const auto row = static_cast<std::size_t>(y - places_.pixels.y0);
    const Along& down = rows_[row];
    std::uint8_t* found = &marks_[row * columns_.size()];
    bool any = false;
    for (int x = pixels.x0; x < pixels.x1; ++x) {
      const auto column = static_cast<std::size_t>(x - places_.pixels.x0);
      const Along& across = columns_[column];
      const std::uint8_t mark = *marks.at(across.texel, down.texel);
      if ((mark & kMarkWall) != 0) {
        found[column] = kWall;
      } else if (is_border(marks, across, down)) {
        found[column] = kBorder;
      } else if ((mark & kMarkMedium) != 0 && remainder(x + y + 1, 12) < 3) {
        found[column] = kStripe;
      }
      any |= found[column] != kPlain;
    }
    if (any) has_marks_[row] = 1;
  }
}

void HostPicture::colour(const PictureColours& colours) {
  scale_ = &colours.scale;
  const bool same = coloured_map_ == scale_->map && coloured_bands_ == scale_->bands &&
                    coloured_outline_ == colours.outline;
  if (same) return;
  coloured_map_ = scale_->map;
  coloured_bands_ = scale_->bands;
  coloured_outline_ = colours.outline;
  const Light outline = light_of(colours.outline);
  for (std::size_t level = 0; level < kLevels; ++level) {
    const int entry = scale_->entry_of(static_cast<int>(level));
    const Light plain =
        light_of(scale_->map->table[static_cast<std::size_t>(std::min(entry, 255))]);
    const auto take = [&](Mark mark, const Light& light) {
      colours_[mark][level] = pixel_of(light);
    };
    take(kPlain, plain);
    take(kStripe, mix(plain, outline, kOfStripe));
    take(kBorder, mix(plain, outline, kOfBorder));
    take(kWall, light_of(colour::kWallColour));
  }
}

void HostPicture::colour_row(const float* cells, ColouredRow& row) const {
  const std::size_t width = columns_.size();
  row.values.resize(width);
  row.levels.resize(width);
  for (std::size_t x = 0; x < width; ++x) row.values[x] = cells[texels_[x]];
  scale_->find_levels(row.values, row.levels);
}

void HostPicture::mark_row(std::size_t y, const ColouredRow& row) {
  const std::size_t width = columns_.size();
  const std::uint8_t* mark = &marks_[y * width];
  std::uint32_t* pixel = &pixels_[y * width];
  for (std::size_t x = 0; x < width; ++x) {
    if (mark[x] != kPlain) pixel[x] = colours_[mark[x]][row.levels[x]];
  }
}

void HostPicture::make_rows(const field::HostFrame& frame, std::size_t begin, std::size_t end,
                            ColouredRow& row) {
  const std::size_t width = columns_.size();
  const auto& plain = colours_[kPlain];
  int coloured = -1;
  const std::uint32_t* above = nullptr;  // an unmarked row of the same cells
  for (std::size_t y = begin; y < end; ++y) {
    const int texel = rows_[y].texel;
    std::uint32_t* pixel = &pixels_[y * width];
    if (texel != coloured) {
      coloured = texel;
      colour_row(frame.cells + static_cast<std::size_t>(texel) * frame.stride, row);
      above = nullptr;
    }
    if (above != nullptr) {
      std::copy_n(above, width, pixel);
    } else {
      for (std::size_t x = 0; x < width; ++x) pixel[x] = plain[row.levels[x]];
    }
    if (has_marks_[y] != 0) {
      mark_row(y, row);
    } else {
      above = pixel;
    }
  }
}

void HostPicture::show(const field::HostFrame& frame) {
  constexpr std::size_t kRowsAtOnce = 32;
  const std::size_t rows = rows_.size();
  team_.share_pieces(static_cast<int>((rows + kRowsAtOnce - 1) / kRowsAtOnce),
                     [&](int piece, int index) {
                       const std::size_t begin = static_cast<std::size_t>(piece) * kRowsAtOnce;
                       make_rows(frame, begin, std::min(rows, begin + kRowsAtOnce),
                                 coloured_rows_[static_cast<std::size_t>(index)]);
                     });
}

}  // namespace heatwave::view
