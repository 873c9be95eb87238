// From a field to a picture, and from a picture to the bytes of a PNG file.
#include <stb_image_write.h>

#include <fmt/format.h>

#include "app/export/framed_picture.h"
#include "app/export/picture_marks.h"
#include "app/export/png_writer.h"
#include "kernels/core/error.h"
#include "kernels/field/cells.h"

namespace heatwave::exporting {
namespace {

// stb counts bytes in ints and doubles its buffers.
constexpr std::int64_t kLargestImage = 900'000'000;

void append(void* bytes, void* data, int size) {
  const auto* from = static_cast<const std::uint8_t*>(data);
  auto& to = *static_cast<std::vector<std::uint8_t>*>(bytes);
  to.insert(to.end(), from, from + size);
}

std::size_t checked_cells(const FieldPicture& picture) {
  const auto cells = static_cast<std::size_t>(picture.extent.cells());
  const bool walls = !picture.flags.empty();
  if (picture.cells.size() != cells || (walls && picture.flags.size() != cells)) {
    throw core::Error("a field to be drawn does not fill its grid");
  }
  return cells;
}

}  // namespace

Image coloured(const FieldPicture& picture) {
  const std::size_t cells = checked_cells(picture);
  Image image{.extent = picture.extent, .rgb = std::vector<std::uint8_t>(3 * cells)};
  for (std::size_t i = 0; i < cells; ++i) {
    const bool wall = !picture.flags.empty() && (picture.flags[i] & field::kWall) != 0;
    const colour::Rgb colour = wall ? colour::kWallColour : picture.scale.colour(picture.cells[i]);
    image.rgb[3 * i] = colour.r;
    image.rgb[3 * i + 1] = colour.g;
    image.rgb[3 * i + 2] = colour.b;
  }
  draw_contours(image, picture);
  draw_outlines(image, picture.outlined);
  draw_arrows(image, picture.arrows);
  return picture.parts.has_frame() ? framed(image, picture) : image;
}

void check_png_size(core::Extent extent) {
  // Division keeps the largest sides within an integer.
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
