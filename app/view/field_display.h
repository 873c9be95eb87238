// The display target of the window: a float texture, filled by interop or by upload.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/view/gl_handles.h"
#include "app/view/interop.h"
#include "kernels/field/display_target.h"

namespace heatwave::view {

/// Of a texture that shows a field: what OpenGL takes, and no more than any screen has pixels,
/// since each frame may fill all of it anew.
[[nodiscard]] int longest_field_texture();

class FieldDisplay final : public field::DisplayTarget {
 public:
  /// Copies by the interop where there is one. An OpenGL context must be current.
  explicit FieldDisplay(InteropChoice choice = choose_interop());

  [[nodiscard]] int longest_side() const override { return longest_side_; }
  [[nodiscard]] bool takes_device_frames() const override { return interop_ != nullptr; }
  void show(const field::HostFrame& frame) override;
  /// A failure of the interop is kept as the reason; from then on host frames are asked for.
  void show(const field::DeviceFrame& frame) override;

  [[nodiscard]] GLuint texture() const { return texture_->name(); }
  [[nodiscard]] core::Extent extent() const { return extent_; }
  /// Whether the newest frame never left the device.
  [[nodiscard]] bool is_by_interop() const { return by_interop_; }
  /// How the newest frame came here, and why not by interop where it did not.
  [[nodiscard]] std::string path() const;
  /// True once after the interop failed: what was last handed over was not shown.
  [[nodiscard]] bool take_missed();

 private:
  void resize(core::Extent extent);

  std::optional<GlTexture> texture_;
  // Declared after the texture, so that it is unregistered before the texture is deleted.
  std::unique_ptr<Interop> interop_;
  std::string reason_;
  core::Extent extent_;
  int longest_side_ = 0;
  bool attached_ = false;
  bool by_interop_ = false;
  bool missed_ = false;
};

}  // namespace heatwave::view
