// Draws the frame around a field's picture: its title, its step and the colour bar, in the window's
// font.
#pragma once

#include <string>
#include <string_view>

#include "app/export/field_picture.h"

namespace heatwave::exporting {

/// Text with this line height in pixels.
class Lettering {
 public:
  /// Throws core::Error when this program was built without a font.
  explicit Lettering(double pixels);

  [[nodiscard]] double width(std::string_view text) const;
  [[nodiscard]] double height() const { return pixels_; }
  /// Returns as much of the text as fits, with an ellipsis if it was shortened.
  [[nodiscard]] std::string elided(std::string_view text, double room) const;
  /// Draws the text with its upper left corner at (x, y).
  void write(Image& image, double x, double y, std::string_view text, colour::Rgb colour) const;

 private:
  double pixels_;
};

/// Draws outlines of items on a field; each pixel contrasts with its background.
void draw_outlines(Image& image, const std::vector<std::uint8_t>& outlined);

/// Returns the pixels of a cell along a side, where a small field is magnified.
int magnification(core::Extent field);
/// Returns the field in its frame, or in the middle of a picture of an exact size. A small field is
/// magnified by a whole number, unless `field` is already, so that text is readable.
Image framed(const Image& field, const FieldPicture& picture);
/// Returns the picture's size for a field of this extent.
core::Extent picture_extent(core::Extent field, const PictureParts& parts);
/// Returns the size of the field within its picture.
core::Extent field_pixels(core::Extent field, const PictureParts& parts);
/// Returns the width of lines in a picture of a given size, in pixels.
double line_width(core::Extent field, const PictureParts& parts);

}  // namespace heatwave::exporting
