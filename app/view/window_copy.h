// The drawn window as a copy that stays on the GPU, and as a picture.
#pragma once

#include <optional>

#include "app/export/field_picture.h"
#include "app/view/gl_objects.h"
#include "kernels/core/geometry.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::view {

/// A copy of the drawn window that can be shown again, enlarged or in another window. Rectangles
/// are in pixels, row 0 at the top of the window.
class WindowCopy {
 public:
  /// Copies a part of the back buffer; false: the part lies outside the window.
  bool take(core::Extent framebuffer, const core::Rect& part);
  /// Frees the copy's memory, which may be as large as the window.
  void forget();
  [[nodiscard]] bool empty() const { return taken_.width == 0; }
  [[nodiscard]] core::Extent extent() const { return taken_; }

  /// Stretches a part of the copy over a part of the back buffer.
  void show(const core::Rect& from, core::Extent framebuffer, const core::Rect& to) const;
  /// Shows the whole copy as large as possible, centred in a part of the back buffer.
  void show_within(core::Extent framebuffer, const core::Rect& room) const;
  /// Shows the whole copy in the back buffer of the current context, which shares textures with the
  /// context of the copy.
  void show_elsewhere(core::Extent framebuffer) const;

 private:
  struct Surface {
    GlTexture texture;
    GlFramebuffer framebuffer;
  };
  void make(core::Extent extent);
  void blit(GLuint source, const core::Rect& from, core::Extent framebuffer,
            const core::Rect& to) const;
  /// Returns the rectangle that the whole copy fills within `room`.
  [[nodiscard]] core::Rect fitted(const core::Rect& room) const;

  std::optional<Surface> surface_;
  core::Extent made_;
  core::Extent taken_;
};

/// A framebuffer of any size; while it lives, it is drawn into in place of the window's.
class LargeFrame : core::NonCopyable {
 public:
  /// Throws core::Error when OpenGL cannot draw a frame of this size.
  explicit LargeFrame(core::Extent extent);
  ~LargeFrame();

 private:
  GlRenderbuffer pixels_;
  GlFramebuffer framebuffer_;
};

/// Reads the pixels drawn since the last swap.
exporting::Image window_pixels(core::Extent framebuffer);
/// Reads a part, in pixels from the top left. Precondition: it lies within the framebuffer.
exporting::Image window_pixels(core::Extent framebuffer, const core::Rect& part);

}  // namespace heatwave::view
