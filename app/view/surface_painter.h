// Draws the field as a surface in light.
#pragma once

#include "app/view/field_painter.h"
#include "app/view/gl_handles.h"
#include "app/view/gl_program.h"
#include "app/view/relief.h"
#include "app/view/surface_camera.h"

namespace heatwave::view {

class SurfacePainter {
 public:
  /// An OpenGL context must be current.
  SurfacePainter();

  /// The flat painter draws the picture that is laid over the surface. Precondition: it has taken
  /// the field's flags.
  void draw(FieldPainter& flat, const Colouring& colouring, const Relief& relief,
            const SurfaceCamera& camera, core::Extent framebuffer, double pixels_per_unit);

 private:
  void take(const lines::Samples& heights, const SurfaceCamera& camera);
  void take_picture(FieldPainter& flat, const Colouring& colouring, core::Extent grid);
  void set_view(const SurfaceCamera& camera, core::Extent framebuffer, double pixels_per_unit);

  GlProgram program_;
  GlVertexArray mesh_;
  GlBuffer indices_;
  GlTexture heights_;
  GlTexture picture_;
  GlFramebuffer picture_target_;
  core::Extent picture_extent_;
  PictureKey picture_key_;
  core::Extent places_;
  core::Cell nearest_{-2, -2};  ///< the square that all others were put in order by
  int index_count_ = 0;
};

}  // namespace heatwave::view
