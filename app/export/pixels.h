// The pixels of a picture: areas of one colour, parts of it, and another picture laid over it.
#pragma once

#include <cstdint>
#include <vector>

#include "app/colour/colouring.h"
#include "app/export/field_picture.h"
#include "kernels/core/geometry.h"

namespace heatwave::exporting {

/// Returns the three colours of a pixel.
inline std::uint8_t* pixel_of(Image& image, int x, int y) {
  return &image.rgb[3 * core::whole(image.extent).index(x, y)];
}
inline const std::uint8_t* pixel_of(const Image& image, int x, int y) {
  return &image.rgb[3 * core::whole(image.extent).index(x, y)];
}

/// Returns a black picture.
Image blank_image(core::Extent extent);
/// Fills the part of an area that lies on the picture.
void fill(Image& image, const core::Rect& area, colour::Rgb colour);
/// Cuts off the empty rows at the lower end, which have the colour of the last pixel; `rim` of them
/// stay. Precondition: the picture is not empty.
Image without_empty_end(Image image, int rim);
/// Exchanges light and dark in a dark picture, so that it takes little ink on paper; its hues stay.
Image light_for_paper(Image image);
/// Lays a picture over an area of another one, each pixel in the colour of the nearest one.
/// Precondition: the area lies on the picture.
void lay(Image& image, const core::Rect& area, const Image& over);
/// Returns a part of a picture, with a square of `side` pixels for each of its pixels.
/// Precondition: the part lies on the picture.
Image enlarged(const Image& image, const core::Rect& part, int side);

}  // namespace heatwave::exporting
