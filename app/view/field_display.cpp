// Fills the field's texture by upload or by interop.
#include "app/view/field_display.h"

#include <algorithm>
#include <utility>

#include "kernels/core/error.h"

namespace heatwave::view {

int longest_field_texture() {
  constexpr GLint kEnough = 8192;  // cells
  GLint longest = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &longest);
  return std::clamp(longest, 1, kEnough);
}

FieldDisplay::FieldDisplay(InteropChoice choice)
    : interop_(std::move(choice.interop)),
      reason_(std::move(choice.reason)),
      longest_side_(longest_field_texture()) {
  resize({1, 1});
}

void FieldDisplay::resize(core::Extent extent) {
  if (texture_.has_value() && extent == extent_) return;
  if (interop_ && attached_) interop_->detach();
  attached_ = false;
  texture_.emplace();
  extent_ = extent;
  glBindTexture(GL_TEXTURE_2D, texture_->name());
  use_nearest();
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, extent.width, extent.height, 0, GL_RED, GL_FLOAT,
               nullptr);
}

void FieldDisplay::show(const field::HostFrame& frame) {
  resize(frame.extent);
  glBindTexture(GL_TEXTURE_2D, texture_->name());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, static_cast<GLint>(frame.stride));
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, frame.extent.width, frame.extent.height, GL_RED, GL_FLOAT,
                  frame.cells);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  by_interop_ = false;
}

void FieldDisplay::show(const field::DeviceFrame& frame) {
  if (!interop_) return;
  resize(frame.extent);
  try {
    if (!std::exchange(attached_, true)) interop_->attach(texture_->name());
    interop_->copy(frame);
    by_interop_ = true;
  } catch (const core::Error& error) {
    interop_.reset();
    reason_ = error.what();
    by_interop_ = false;
    missed_ = true;
  }
}

std::string FieldDisplay::path() const {
  if (by_interop_) return "CUDA–OpenGL interop";
  return "upload: " + (reason_.empty() ? std::string("the field is computed on the CPU") : reason_);
}

bool FieldDisplay::take_missed() { return std::exchange(missed_, false); }

}  // namespace heatwave::view
