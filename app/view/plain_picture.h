// A picture that the processor has made, laid over as many pixels.
#pragma once

#include <cstdint>
#include <span>

#include "app/view/gl_handles.h"
#include "app/view/gl_program.h"
#include "app/view/pixel_texture.h"
#include "kernels/core/geometry.h"

namespace heatwave::view {

class PlainPicture {
 public:
  PlainPicture();
  /// Row by row from below, each pixel as the bytes red, green, blue, 255.
  void take(core::Extent extent, std::span<const std::uint32_t> pixels) {
    texture_.take(extent, pixels);
  }
  void forget() { texture_ = {}; }
  [[nodiscard]] bool has_taken() const { return texture_.name() != 0; }
  /// Over these pixels, counted upwards, which are as many as it has.
  void draw(const core::Rect& pixels) const;

 private:
  GlProgram program_;
  PixelTexture texture_;
  GlVertexArray no_vertices_;
};

}  // namespace heatwave::view
