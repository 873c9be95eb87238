// Text in pictures for files, in the letters of the window's own font.
#pragma once

#include <string>
#include <string_view>

#include "app/export/png_writer.h"

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

}  // namespace heatwave::exporting
