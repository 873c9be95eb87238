// Draws the field as a surface in light: by OpenGL, or by the processor where that is quicker.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "app/view/field_painter.h"
#include "app/view/host_surface.h"
#include "app/view/plain_picture.h"
#include "app/view/relief.h"
#include "app/view/surface_camera.h"
#include "app/view/surface_shader.h"
#include "kernels/core/thread_team.h"

namespace heatwave::view {

class SurfacePainter {
 public:
  /// `painters` make the surface's pictures, and OpenGL only shows them; null: OpenGL does all.
  explicit SurfacePainter(core::ThreadTeam* painters);

  /// What the processor makes of the picture that draw() will show, as far as that goes without
  /// OpenGL.
  void work_out(FieldPainter& flat, const Colouring& colouring, const Relief& relief,
                const SurfaceCamera& camera, colour::Rgb ground, core::Extent framebuffer,
                double pixels_per_unit);
  /// The flat painter, which must have taken the field's flags and draws in the same way, makes the
  /// picture that is laid over it. `ground` is what has been drawn where the surface may be seen.
  void draw(FieldPainter& flat, const Colouring& colouring, const Relief& relief,
            const SurfaceCamera& camera, colour::Rgb ground, core::Extent framebuffer,
            double pixels_per_unit);
  /// It is not seen now: what was kept of its picture goes.
  void forget();

 private:
  /// What a picture was made of.
  struct SurfaceKey {
    PictureKey picture;
    std::uint64_t heights = 0;
    std::array<float, 16> to_clip{};
    core::Rect area;
    colour::Rgb ground;
    friend bool operator==(const SurfaceKey&, const SurfaceKey&) = default;
  };
  struct ByProcessor {
    explicit ByProcessor(core::ThreadTeam& painters) : made(painters) {}
    HostSurface made;
    PlainPicture shown;
    std::optional<SurfaceKey> key;
    bool is_shown = false;  ///< what was made last
  };

  std::optional<SurfaceShader> shader_;
  std::optional<ByProcessor> by_processor_;
};

}  // namespace heatwave::view
