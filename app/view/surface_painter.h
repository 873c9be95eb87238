// Draws the field as a lit surface.
#pragma once

#include <cstdint>
#include <vector>

#include "app/view/field_painter.h"
#include "app/view/gl_objects.h"
#include "app/view/relief.h"
#include "app/view/surface_camera.h"

namespace heatwave::view {

/// Returns the vertices, counted row by row, of two triangles for each square of four samples. No
/// triangle hides a later one for an eye over `nearest`, a square of the mesh or one beside it.
std::vector<std::uint32_t> squares_of(core::Extent places, core::Cell nearest);

/// Returns the square below the eye, or the nearest square beside the mesh.
core::Cell nearest_square(const lines::Samples& heights, const SurfaceCamera& camera);

class SurfacePainter {
 public:
  /// Precondition: an OpenGL context is current.
  SurfacePainter();

  /// `flat` draws the picture laid over the surface. Precondition: it has taken the field's flags.
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
  core::Cell nearest_{-2, -2};  ///< the square that the drawing order is for
  int index_count_ = 0;
};

}  // namespace heatwave::view
