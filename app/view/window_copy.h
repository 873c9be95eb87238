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
  /// All of it, as large as it goes, in the middle of a part of the back buffer.
  void show_within(core::Extent framebuffer, const core::Rect& room) const;
  /// The same in all of the back buffer of another context, which is current and shares textures
  /// with the one that the copy was made in.
  void show_elsewhere(core::Extent framebuffer) const;

 private:
  struct Surface {
    GlTexture texture;
    GlFramebuffer framebuffer;
  };
  void make(core::Extent extent);
  void blit(GLuint source, const core::Rect& from, core::Extent framebuffer,
            const core::Rect& to) const;
  /// Where all of it lies.
  [[nodiscard]] core::Rect fitted(const core::Rect& room) const;

  std::optional<Surface> surface_;
  core::Extent made_;
  core::Extent taken_;
};

}  // namespace heatwave::view
