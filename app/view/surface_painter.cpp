// The processor's picture is made where something has changed, and else shown again.
#include "app/view/surface_painter.h"

#include <utility>

namespace heatwave::view {
namespace {

std::uint32_t opaque(colour::Rgb rgb) {
  return 0xff000000U | static_cast<std::uint32_t>(rgb.b) << 16U |
         static_cast<std::uint32_t>(rgb.g) << 8U | rgb.r;
}

}  // namespace

SurfacePainter::SurfacePainter(core::ThreadTeam* painters) {
  if (painters != nullptr) {
    by_processor_.emplace(*painters);
  } else {
    shader_.emplace();
  }
}

void SurfacePainter::work_out(FieldPainter& flat, const Colouring& colouring, const Relief& relief,
                              const SurfaceCamera& camera, colour::Rgb ground,
                              core::Extent framebuffer, double pixels_per_unit) {
  if (!by_processor_) return;
  ByProcessor& by = *by_processor_;
  const SurfaceKey key{
      .picture = key_of(colouring),
      .heights = relief.heights.version,
      .to_clip =
          camera.to_clip(framebuffer.width / pixels_per_unit, framebuffer.height / pixels_per_unit),
      .area = core::intersection(surface_pixels(camera, framebuffer, pixels_per_unit),
                                 core::whole(framebuffer)),
      .ground = ground};
  // Where the field cannot be had now, what was shown stays.
  if (by.key == key || !colouring.field) return;
  by.key = key;
  by.is_shown = false;
  const core::Extent laid = laid_extent(relief.grid);
  by.made.paint(relief, {laid, flat.picture(colouring, laid)},
                {camera, framebuffer, pixels_per_unit, key.area, opaque(ground)});
}

void SurfacePainter::draw(FieldPainter& flat, const Colouring& colouring, const Relief& relief,
                          const SurfaceCamera& camera, colour::Rgb ground, core::Extent framebuffer,
                          double pixels_per_unit) {
  if (shader_) {
    shader_->draw(flat, colouring, relief, camera, framebuffer, pixels_per_unit);
    return;
  }
  work_out(flat, colouring, relief, camera, ground, framebuffer, pixels_per_unit);
  ByProcessor& by = *by_processor_;
  const core::Rect& painted = by.made.painted();
  if (painted.empty()) return;
  if (!std::exchange(by.is_shown, true)) {
    by.shown.take({painted.width(), painted.height()}, by.made.pixels());
  }
  by.shown.draw(painted);
}

void SurfacePainter::forget() {
  if (!by_processor_ || !by_processor_->key) return;
  by_processor_->made.forget();
  by_processor_->shown.forget();
  by_processor_->key.reset();
}

}  // namespace heatwave::view
