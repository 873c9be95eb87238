// Renders the samples into a small texture and reads it back.
#include "app/view/field_sampler.h"

namespace heatwave::view {

FieldSampler::FieldSampler() : program_("shaders/triangle.vert", "shaders/sample.frag") {
  program_.use();
  glUniform1i(program_.uniform("field"), 0);
  glUniform1i(program_.uniform("marks"), 1);
}

std::vector<float> FieldSampler::read(const FieldDisplay& display, GLuint marks, int thinned,
                                      const lines::Samples& places) {
  if (extent_ != places.extent) {
    extent_ = places.extent;
    bind_texture(0, values_.name());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, extent_.width, extent_.height, 0, GL_RED, GL_FLOAT,
                 nullptr);
    use_nearest();
  }
  glBindFramebuffer(GL_FRAMEBUFFER, target_.name());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, values_.name(), 0);
  glViewport(0, 0, extent_.width, extent_.height);
  program_.use();
  glUniform2f(program_.uniform("first"), static_cast<float>(places.first.x),
              static_cast<float>(places.first.y));
  glUniform2f(program_.uniform("spacing"), static_cast<float>(places.spacing.x),
              static_cast<float>(places.spacing.y));
  glUniform1i(program_.uniform("thinned"), thinned);
  bind_texture(0, display.texture());
  bind_texture(1, marks);
  glDisable(GL_BLEND);
  glDisable(GL_SCISSOR_TEST);
  glBindVertexArray(no_vertices_.name());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glBindVertexArray(0);
  std::vector<float> values(static_cast<std::size_t>(extent_.cells()));
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glReadPixels(0, 0, extent_.width, extent_.height, GL_RED, GL_FLOAT, values.data());
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glActiveTexture(GL_TEXTURE0);
  return values;
}

}  // namespace heatwave::view
