// Pixels made by the processor, as OpenGL shows them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "app/view/gl_handles.h"
#include "kernels/core/geometry.h"

namespace heatwave::view {

class PixelTexture {
 public:
  /// Four bytes each, row by row. An OpenGL context must be current.
  void take(core::Extent extent, std::span<const std::uint32_t> pixels);
  /// 0 before anything was taken.
  [[nodiscard]] GLuint name() const { return texture_ ? texture_->name() : 0; }

 private:
  std::optional<GlTexture> texture_;
  core::Extent extent_;
};

}  // namespace heatwave::view
