// A copy of what was drawn into the window, kept on the GPU and shown again, larger or elsewhere.
#pragma once

#include <optional>

#include "app/view/gl_handles.h"
#include "kernels/core/geometry.h"

namespace heatwave::view {

/// Rectangles are in pixels, row 0 at the top of the window.
class WindowCopy {
 public:
  /// Of a part of the back buffer; false where none of it lies in the window.
  bool take(core::Extent framebuffer, const core::Rect& part);
  /// Gives its memory back, which is as large as the window was.
  void forget();
  [[nodiscard]] bool empty() const { return taken_.width == 0; }
  [[nodiscard]] core::Extent extent() const { return taken_; }

  /// A part of the copy over a part of the back buffer, stretched to it.
  void show(const core::Rect& from, core::Extent framebuffer, const core::Rect& to) const;

 private:
  struct Surface {
    GlTexture texture;
    GlFramebuffer framebuffer;
  };
  void make(core::Extent extent);

  std::optional<Surface> surface_;
  core::Extent made_;
  core::Extent taken_;
};

}  // namespace heatwave::view
