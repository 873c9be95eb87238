// Fills and copies pixels.
#include "app/export/pixels.h"

#include <algorithm>

namespace heatwave::exporting {

Image blank_image(core::Extent extent) {
  return {extent, std::vector<std::uint8_t>(3 * static_cast<std::size_t>(extent.cells()))};
}

void fill(Image& image, const core::Rect& area, colour::Rgb colour) {
  const core::Rect inside = core::intersection(area, core::whole(image.extent));
  for (int y = inside.y0; y < inside.y1; ++y) {
    for (int x = inside.x0; x < inside.x1; ++x) {
      std::uint8_t* pixel = pixel_of(image, x, y);
      pixel[0] = colour.r;
      pixel[1] = colour.g;
      pixel[2] = colour.b;
    }
  }
}

Image without_empty_end(Image image, int rim) {
  const auto row_bytes = 3 * static_cast<std::ptrdiff_t>(image.extent.width);
  std::vector<std::uint8_t> ground;
  for (int x = 0; x < image.extent.width; ++x) {
    ground.insert(ground.end(), image.rgb.end() - 3, image.rgb.end());
  }
  int rows = image.extent.height;
  for (; rows > 1; --rows) {
    const auto row = image.rgb.begin() + (rows - 1) * row_bytes;
    if (!std::equal(ground.begin(), ground.end(), row)) break;
  }
  rows = std::min(rows + rim, image.extent.height);
  image.extent.height = rows;
  image.rgb.resize(static_cast<std::size_t>(rows * row_bytes));
  return image;
}

namespace {

/// Returns the least and the most of a pixel's three colours, added: twice its lightness.
int twice_lightness(const std::uint8_t* pixel) {
  const auto [least, most] = std::minmax({pixel[0], pixel[1], pixel[2]});
  return least + most;
}

}  // namespace

Image light_for_paper(Image image) {
  constexpr std::int64_t kDark = 90;  // mean lightness, of 255
  std::int64_t sum = 0;
  for (std::size_t at = 0; at < image.rgb.size(); at += 3) sum += twice_lightness(&image.rgb[at]);
  if (sum > 2 * kDark * image.extent.cells()) return image;
  for (std::size_t at = 0; at < image.rgb.size(); at += 3) {
    const int shift = 255 - twice_lightness(&image.rgb[at]);
    for (std::size_t i = at; i < at + 3; ++i) {
      image.rgb[i] = static_cast<std::uint8_t>(image.rgb[i] + shift);
    }
  }
  return image;
}

void lay(Image& image, const core::Rect& area, const Image& over) {
  const auto nearest = [](int i, int all, int parts) {
    return static_cast<int>(std::int64_t{i} * all / parts);
  };
  std::vector<int> columns;
  for (int x = 0; x < area.width(); ++x) {
    columns.push_back(nearest(x, over.extent.width, area.width()));
  }
  for (int y = 0; y < area.height(); ++y) {
    const int row = nearest(y, over.extent.height, area.height());
    for (int x = 0; x < area.width(); ++x) {
      std::copy_n(pixel_of(over, columns[static_cast<std::size_t>(x)], row), 3,
                  pixel_of(image, area.x0 + x, area.y0 + y));
    }
  }
}

Image enlarged(const Image& image, const core::Rect& part, int side) {
  Image cut = blank_image({part.width(), part.height()});
  for (int y = 0; y < part.height(); ++y) {
    std::copy_n(pixel_of(image, part.x0, part.y0 + y), 3 * part.width(), pixel_of(cut, 0, y));
  }
  Image large = blank_image({side * part.width(), side * part.height()});
  lay(large, core::whole(large.extent), cut);
  return large;
}

}  // namespace heatwave::exporting
