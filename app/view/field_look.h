// Converts between cells and window coordinates, in the flat view and in the surface view.
#pragma once

#include "app/ui/box.h"
#include "app/view/field_mapping.h"
#include "app/view/surface_camera.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::view {

class FieldLook : core::NonCopyable {
 public:
  virtual ~FieldLook() = default;

  [[nodiscard]] virtual core::Point to_window(core::Point cells) const = 0;
  /// Returns the position shown at a window position; beside the grid as if the grid continued.
  [[nodiscard]] virtual core::Point to_cells(double x, double y) const = 0;
  /// Returns window units per cell near a position.
  [[nodiscard]] virtual double scale_at(core::Point cells) const = 0;
  /// Returns the box that the field is drawn in.
  [[nodiscard]] virtual ui::Box seen() const = 0;
  /// True if a hill hides the position.
  [[nodiscard]] virtual bool is_hidden(core::Point cells) const = 0;
  /// True if straight lines and circles of cells keep their shape in the window.
  [[nodiscard]] virtual bool is_flat() const = 0;
};

/// The flat view from above.
class FlatLook final : public FieldLook {
 public:
  explicit FlatLook(const FieldMapping& mapping) : mapping_(mapping) {}
  [[nodiscard]] core::Point to_window(core::Point cells) const override {
    return mapping_.to_window(cells);
  }
  [[nodiscard]] core::Point to_cells(double x, double y) const override {
    return mapping_.to_cells(x, y);
  }
  [[nodiscard]] double scale_at(core::Point /*cells*/) const override { return mapping_.scale(); }
  [[nodiscard]] ui::Box seen() const override { return mapping_.seen(); }
  [[nodiscard]] bool is_hidden(core::Point /*cells*/) const override { return false; }
  [[nodiscard]] bool is_flat() const override { return true; }

 private:
  const FieldMapping& mapping_;
};

/// The view of the field as a surface with hills and valleys.
class SurfaceLook final : public FieldLook {
 public:
  explicit SurfaceLook(const SurfaceCamera& camera) : camera_(camera) {}
  /// Takes the relief that was drawn last; null: nothing drawn yet. Must stay valid until the next
  /// call.
  void take(const Relief* relief) { relief_ = relief; }
  /// Keeps the pointer on the horizontal plane where a drag began, because hills move along with
  /// the dragged object.
  void hold(double x, double y);
  void let_go() { held_ = false; }

  [[nodiscard]] core::Point to_window(core::Point cells) const override {
    return camera_.to_window(over(cells));
  }
  [[nodiscard]] core::Point to_cells(double x, double y) const override;
  [[nodiscard]] double scale_at(core::Point cells) const override {
    return camera_.scale_at(over(cells));
  }
  [[nodiscard]] ui::Box seen() const override { return camera_.area(); }
  [[nodiscard]] bool is_hidden(core::Point cells) const override {
    return relief_ != nullptr && view::is_hidden(*relief_, over(cells), camera_.ray(0, 0).from);
  }
  [[nodiscard]] bool is_flat() const override { return false; }

 private:
  [[nodiscard]] Space over(core::Point cells) const;

  const SurfaceCamera& camera_;
  const Relief* relief_ = nullptr;
  bool held_ = false;
  double held_height_ = 0.0;
};

}  // namespace heatwave::view
