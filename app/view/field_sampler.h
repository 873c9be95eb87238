// Reads samples of the displayed field through OpenGL, whichever way the field was transferred.
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

  /// Returns the displayed field's values at the samples' positions. `marks`: as FieldPainter has
  /// them.
  std::vector<float> read(const FieldDisplay& display, GLuint marks, int thinned,
                          const lines::Samples& places);
  /// Returns the texture of the samples read last, one float each.
  [[nodiscard]] GLuint texture() const { return values_.name(); }

 private:
  GlProgram program_;
  GlVertexArray no_vertices_;
  GlTexture values_;
  GlFramebuffer target_;
  core::Extent extent_;
};

}  // namespace heatwave::view
