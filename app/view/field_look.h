// From cells to the window and back, however the field is looked at.
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
  /// What is seen at a place of the window; beside the grid as if it went on.
  [[nodiscard]] virtual core::Point to_cells(double x, double y) const = 0;
  /// Window units per cell, about there.
  [[nodiscard]] virtual double scale_at(core::Point cells) const = 0;
  /// Where it is drawn.
  [[nodiscard]] virtual ui::Box seen() const = 0;
  /// Whether a hill stands before it.
  [[nodiscard]] virtual bool is_hidden(core::Point cells) const = 0;
  /// Straight lines of cells are straight in the window, circles circles.
  [[nodiscard]] virtual bool is_flat() const = 0;
};

/// From above.
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

/// Over hills and valleys.
class SurfaceLook final : public FieldLook {
 public:
  explicit SurfaceLook(const SurfaceCamera& camera) : camera_(camera) {}
  /// What was drawn last; null: nothing yet. It must stay until the next call.
  void take(const Relief* relief) { relief_ = relief; }
  /// While something is dragged it stays at the height at which it was taken, for what is dragged
  /// brings its own hills along.
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
