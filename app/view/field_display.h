// The window's display target: a float texture filled by interop or by upload.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/view/gl_objects.h"
#include "app/view/interop.h"
#include "kernels/field/display_target.h"

namespace heatwave::view {

/// Returns the longest side of a field's texture: the limit of OpenGL, but at most the pixels of
/// the largest screens, because each frame may fill the whole texture.
[[nodiscard]] int longest_field_texture();

class FieldDisplay final : public field::DisplayTarget {
 public:
  /// Uses the interop if there is one. Precondition: an OpenGL context is current.
  explicit FieldDisplay(InteropChoice choice = choose_interop());

  [[nodiscard]] int longest_side() const override { return longest_side_; }
  [[nodiscard]] bool takes_device_frames() const override { return interop_ != nullptr; }
  void show(const field::HostFrame& frame) override;
  /// If the interop fails, the error becomes the reason in path(), and host frames are requested
  /// from then on.
  void show(const field::DeviceFrame& frame) override;

  [[nodiscard]] GLuint texture() const { return texture_->name(); }
  [[nodiscard]] core::Extent extent() const { return extent_; }
  /// True if the newest frame stayed on the device.
  [[nodiscard]] bool is_by_interop() const { return by_interop_; }
  /// Returns how the newest frame was transferred and, for an upload, the reason.
  [[nodiscard]] std::string path() const;
  /// Returns true once after the interop failed: the newest device frame was not shown.
  [[nodiscard]] bool take_missed();

 private:
  void resize(core::Extent extent);

  std::optional<GlTexture> texture_;
  // Declared after the texture, so that the texture is unregistered before it is deleted.
  std::unique_ptr<Interop> interop_;
  std::string reason_;
  core::Extent extent_;
  int longest_side_ = 0;
  bool attached_ = false;
  bool by_interop_ = false;
  bool missed_ = false;
};

}  // namespace heatwave::view
