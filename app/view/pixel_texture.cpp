// Uploads what is new into the same memory while the size stays.
#include "app/view/pixel_texture.h"

namespace heatwave::view {

void PixelTexture::take(core::Extent extent, std::span<const std::uint32_t> pixels) {
  if (!texture_) texture_.emplace();
  glBindTexture(GL_TEXTURE_2D, texture_->name());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  if (extent == extent_) {
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, extent.width, extent.height, GL_RGBA, GL_UNSIGNED_BYTE,
                    pixels.data());
  } else {
    extent_ = extent;
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, extent.width, extent.height, 0, GL_RGBA,
                 GL_UNSIGNED_BYTE, pixels.data());
    use_nearest();
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  }
  glBindTexture(GL_TEXTURE_2D, 0);
}

}  // namespace heatwave::view
