// Reads the back buffer, whose rows run from bottom to top.
#include "app/view/window_pixels.h"

#include <glad/gl.h>

#include <algorithm>

namespace heatwave::view {

exporting::Image window_pixels(core::Extent framebuffer) {
  return window_pixels(framebuffer, core::whole(framebuffer));
}

exporting::Image window_pixels(core::Extent framebuffer, const core::Rect& part) {
  const auto row = static_cast<std::size_t>(part.width()) * 3;
  const auto height = static_cast<std::size_t>(part.height());
  exporting::Image image{{part.width(), part.height()}, std::vector<std::uint8_t>(row * height)};
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadBuffer(GL_BACK);
  glReadPixels(part.x0, framebuffer.height - part.y1, part.width(), part.height(), GL_RGB,
               GL_UNSIGNED_BYTE, image.rgb.data());
  const auto at = [&image, row](std::size_t y) {
    return image.rgb.begin() + static_cast<std::ptrdiff_t>(y * row);
  };
  for (std::size_t y = 0; y < height / 2; ++y) {
    std::swap_ranges(at(y), at(y) + static_cast<std::ptrdiff_t>(row), at(height - 1 - y));
  }
  return image;
}

}  // namespace heatwave::view
