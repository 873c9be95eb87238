// Draws what stands round a field in a picture: its title, its step, the colour bar, in letters of
// the window's font.
#pragma once

#include <string>
#include <string_view>

#include "app/export/field_picture.h"

namespace heatwave::exporting {

/// As tall as this many pixels from line to line of plain text.
class Lettering {
 public:
  /// Throws core::Error where this program was built without a font.
  explicit Lettering(double pixels);

  [[nodiscard]] double width(std::string_view text) const;
  [[nodiscard]] double height() const { return pixels_; }
  /// As much of the text as there is room for, with a sign where some is left out.
  [[nodiscard]] std::string elided(std::string_view text, double room) const;
  /// Its upper left corner there.
  void write(Image& image, double x, double y, std::string_view text, colour::Rgb colour) const;

 private:
  double pixels_;
};

/// Cells on the outlines of what stands on a field: each differs from its ground.
void draw_outlines(Image& image, const std::vector<std::uint8_t>& outlined);

/// The field in its frame. A small one is magnified by a whole number, so that what is written has
/// a size that is read.
Image framed(const Image& field, const FieldPicture& picture);
/// Of the picture of a field of this extent.
core::Extent framed_extent(core::Extent field, const PictureParts& parts);

}  // namespace heatwave::exporting
