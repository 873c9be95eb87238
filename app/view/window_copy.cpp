// Copies pixels between framebuffers, whose rows run from bottom to top.
#include "app/view/window_copy.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <cmath>

#include "kernels/core/error.h"

namespace heatwave::view {

void WindowCopy::make(core::Extent extent) {
  if (!surface_) surface_.emplace();
  if (made_ == extent) return;
  made_ = extent;
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, surface_->texture.name());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, extent.width, extent.height, 0, GL_RGB, GL_UNSIGNED_BYTE,
               nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  const BoundFramebuffer bound(surface_->framebuffer.name());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D,
                         surface_->texture.name(), 0);
}

bool WindowCopy::take(core::Extent framebuffer, const core::Rect& part) {
  const core::Rect seen = core::intersection(part, core::whole(framebuffer));
  taken_ = {};
  if (seen.empty()) return false;
  make({seen.width(), seen.height()});
  glDisable(GL_SCISSOR_TEST);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
  glReadBuffer(GL_BACK);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, surface_->framebuffer.name());
  glBlitFramebuffer(seen.x0, framebuffer.height - seen.y1, seen.x1, framebuffer.height - seen.y0, 0,
                    0, made_.width, made_.height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  taken_ = made_;
  return true;
}

void WindowCopy::forget() {
  surface_.reset();
  made_ = taken_ = {};
}

void WindowCopy::blit(GLuint source, const core::Rect& from, core::Extent framebuffer,
                      const core::Rect& to) const {
  glDisable(GL_SCISSOR_TEST);
  const BoundFramebuffer bound(source);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, bound.before());
  glBlitFramebuffer(from.x0, taken_.height - from.y1, from.x1, taken_.height - from.y0, to.x0,
                    framebuffer.height - to.y1, to.x1, framebuffer.height - to.y0,
                    GL_COLOR_BUFFER_BIT, GL_LINEAR);
}

core::Rect WindowCopy::fitted(const core::Rect& room) const {
  const double scale = std::min(static_cast<double>(room.width()) / taken_.width,
                                static_cast<double>(room.height()) / taken_.height);
  const int width = std::max(1, static_cast<int>(std::lround(taken_.width * scale)));
  const int height = std::max(1, static_cast<int>(std::lround(taken_.height * scale)));
  const int left = room.x0 + (room.width() - width) / 2;
  const int top = room.y0 + (room.height() - height) / 2;
  return {left, top, left + width, top + height};
}

void WindowCopy::show(const core::Rect& from, core::Extent framebuffer,
                      const core::Rect& to) const {
  if (empty() || from.empty() || to.empty()) return;
  blit(surface_->framebuffer.name(), from, framebuffer, to);
}

void WindowCopy::show_within(core::Extent framebuffer, const core::Rect& room) const {
  if (!empty()) show(core::whole(taken_), framebuffer, fitted(room));
}

void WindowCopy::show_elsewhere(core::Extent framebuffer) const {
  if (empty()) return;
  // Contexts share textures but no framebuffers.
  const GlFramebuffer source;
  {
    const BoundFramebuffer bound(source.name());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D,
                           surface_->texture.name(), 0);
  }
  blit(source.name(), core::whole(taken_), framebuffer, fitted(core::whole(framebuffer)));
}

LargeFrame::LargeFrame(core::Extent extent) {
  GLint longest = 0;
  glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &longest);
  if (std::max(extent.width, extent.height) > longest) {
    throw core::Error(
        fmt::format("a picture of {} × {} pixels is beyond what OpenGL draws here, {}",
                    extent.width, extent.height, longest));
  }
  glBindRenderbuffer(GL_RENDERBUFFER, pixels_.name());
  glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, extent.width, extent.height);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, pixels_.name());
}

LargeFrame::~LargeFrame() { glBindFramebuffer(GL_FRAMEBUFFER, 0); }

exporting::Image window_pixels(core::Extent framebuffer) {
  return window_pixels(framebuffer, core::whole(framebuffer));
}

exporting::Image window_pixels(core::Extent framebuffer, const core::Rect& part) {
  const auto row = static_cast<std::size_t>(part.width()) * 3;
  const auto height = static_cast<std::size_t>(part.height());
  exporting::Image image{{part.width(), part.height()}, std::vector<std::uint8_t>(row * height)};
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadBuffer(drawn_framebuffer() == 0 ? GL_BACK : GL_COLOR_ATTACHMENT0);
  glReadPixels(part.x0, framebuffer.height - part.y1, part.width(), part.height(), GL_RGB,
               GL_UNSIGNED_BYTE, image.rgb.data());
  const auto at = [&image, row](std::size_t y) {
    return image.rgb.begin() + static_cast<std::ptrdiff_t>(y * row);
  };
  for (std::size_t y = 0; y < height / 2; ++y) {
    std::swap_ranges(at(y), at(y) + static_cast<std::ptrdiff_t>(row), at(height - 1 - y));
  }
  return image;
}

}  // namespace heatwave::view
