// One rectangle of two triangles, one texel a pixel.
#include "app/view/plain_picture.h"

#include <array>

namespace heatwave::view {

PlainPicture::PlainPicture() : program_("shaders/plain.vert", "shaders/plain.frag") {
  program_.use();
  glUniform1i(program_.uniform("picture"), 0);
}

void PlainPicture::take(core::Extent extent, std::span<const std::uint32_t> pixels) {
  bind_texture(0, texture_.name());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  if (extent == extent_) {
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, extent.width, extent.height, GL_RGBA, GL_UNSIGNED_BYTE,
                    pixels.data());
    return;
  }
  extent_ = extent;
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, extent.width, extent.height, 0, GL_RGBA,
               GL_UNSIGNED_BYTE, pixels.data());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
}

/// What has been drawn so far is handed over at once: software OpenGL copies rectangles row by row
/// where nothing else is drawn in the same go, and else takes all of it in small squares.
void PlainPicture::draw(const core::Rect& pixels) const {
  std::array<GLint, 4> before{};
  glGetIntegerv(GL_VIEWPORT, before.data());
  glViewport(pixels.x0, pixels.y0, pixels.width(), pixels.height());
  program_.use();
  bind_texture(0, texture_.name());
  glDisable(GL_BLEND);
  glBindVertexArray(no_vertices_.name());
  glDrawArrays(GL_TRIANGLES, 0, 6);
  glBindVertexArray(0);
  glViewport(before[0], before[1], before[2], before[3]);
  glFlush();
}

}  // namespace heatwave::view
