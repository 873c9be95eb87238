// One rectangle of two triangles, one texel a pixel.
#include "app/view/plain_picture.h"

#include <array>

namespace heatwave::view {

PlainPicture::PlainPicture() : program_("shaders/plain.vert", "shaders/plain.frag") {
  program_.use();
  glUniform1i(program_.uniform("picture"), 0);
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
