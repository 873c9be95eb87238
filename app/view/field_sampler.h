// Reads fields at a few places, whatever way they came to OpenGL.
#pragma once

#include <vector>

#include "app/lines/sampled_field.h"
#include "app/view/field_display.h"
#include "app/view/gl_handles.h"
#include "app/view/gl_program.h"

namespace heatwave::view {

class FieldSampler {
 public:
  FieldSampler();

  /// The values of the field that is displayed, at the samples' places. `marks` as FieldPainter
  /// keeps them.
  std::vector<float> read(const FieldDisplay& display, GLuint marks, int thinned,
                          const lines::Samples& places);
  /// What was read last, as a texture of one float a place.
  [[nodiscard]] GLuint texture() const { return values_.name(); }

 private:
  GlProgram program_;
  GlVertexArray no_vertices_;
  GlTexture values_;
  GlFramebuffer target_;
  core::Extent extent_;
};

}  // namespace heatwave::view
