// Draws the field as a lit surface.
#pragma once

#include <array>
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

/// A side below the surface, along the indices of its squares, which follow those of the surface.
struct SurfaceSide {
  int begin = 0;
  int count = 0;
};
/// Adds the squares of the sides to the mesh of a surface: west, east, north, south. A corner's
/// number plus the number of all corners stands for the bottom below it.
std::array<SurfaceSide, 4> add_sides(std::vector<std::uint32_t>& corners, core::Extent places);

/// Returns the square below the eye, or the nearest square beside the mesh.
core::Cell nearest_square(const lines::Samples& heights, const SurfaceCamera& camera);

class SurfacePainter {
 public:
  /// `samples`: samples of a pixel, 1 or 4; several make smooth outlines. Precondition: an OpenGL
  /// context is current.
  explicit SurfacePainter(int samples);

  /// `flat` draws the picture laid over the surface. Precondition: it has taken the field's flags.
  void draw(FieldPainter& flat, const Colouring& colouring, const Relief& relief,
            const SurfaceCamera& camera, core::Extent framebuffer, double pixels_per_unit);

 private:
  void take(const lines::Samples& heights, const SurfaceCamera& camera);
  void take_picture(FieldPainter& flat, const Colouring& colouring, core::Extent grid);
  /// Begins to draw into several samples a pixel, over what the window shows there.
  void begin_samples(core::Extent framebuffer, const core::Rect& pixels);
  /// Shows the mean of each pixel's samples in the window.
  void end_samples(const core::Rect& pixels);
  /// Draws the sides that the eye sees, which hide what lies behind them.
  void draw_sides(const Relief& relief, const SurfaceCamera& camera);
  void set_view(const SurfaceCamera& camera, core::Extent framebuffer, double pixels_per_unit);

  GlProgram program_;
  GlVertexArray mesh_;
  GlBuffer indices_;
  GlTexture heights_;
  GlTexture picture_;
  GlFramebuffer picture_target_;
  GlRenderbuffer samples_;
  GlFramebuffer samples_target_;
  core::Extent samples_extent_;
  GLuint below_ = 0;  ///< framebuffer that the samples are drawn for
  int samples_count_;
  core::Extent picture_extent_;
  PictureKey picture_key_;
  core::Extent places_;
  std::array<SurfaceSide, 4> sides_{};
  core::Cell nearest_{-2, -2};  ///< the square that the drawing order is for
  int index_count_ = 0;         ///< indices of the surface; those of its sides follow
};

}  // namespace heatwave::view
