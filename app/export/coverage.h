// Lines on pictures: the part of each pixel that they cover.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/export/field_picture.h"
#include "kernels/core/geometry.h"

namespace heatwave::exporting {

/// Returns the distance of a position to the line from a to b.
double distance_to_line(core::Point p, core::Point a, core::Point b);

/// The part of each pixel that lines cover, from 0 to 255. Where lines cross or join, the larger
/// part counts.
class Coverage {
 public:
  explicit Coverage(core::Extent extent)
      : pixels_(core::whole(extent)), parts_(static_cast<std::size_t>(extent.cells())) {}

  void draw(core::Point from, core::Point to, double width);
  void draw(std::span<const core::Point> points, double width);
  /// Mixes the colour into the picture; `strength`: its share where a line covers a whole pixel.
  void put(Image& image, colour::Rgb colour, double strength) const;

 private:
  core::Rect pixels_;
  std::vector<std::uint8_t> parts_;
};

}  // namespace heatwave::exporting
