// The viewpoint on the surface: turned about the grid's centre, with zoom and pan; and its light.
#pragma once

#include <array>

#include "app/ui/box.h"
#include "app/view/relief.h"
#include "kernels/core/geometry.h"

namespace heatwave::view {

class SurfaceCamera {
 public:
  SurfaceCamera() { settle(); }

  /// Takes the window's layout. A new grid resets the viewpoint.
  void place(const ui::Box& area, core::Extent grid);

  /// `right` and `down`: a drag in window units.
  void turn(double right, double down);
  /// Keeps the point under (x, y) in place.
  void zoom_about(double x, double y, double factor);
  void pan(double dx, double dy);
  void reset();
  [[nodiscard]] bool is_reset() const;
  /// Restores a viewpoint; `moved_part` is the pan as fractions of the area's sides.
  void see(double turned, double tilted, double zoomed, core::Point moved_part);
  [[nodiscard]] core::Point moved_part() const;

  [[nodiscard]] core::Point to_window(const Space& at) const;
  /// Returns the ray from the eye through a window position.
  [[nodiscard]] Ray ray(double x, double y) const;
  /// Returns window units per cell at a point, across the line of sight.
  [[nodiscard]] double scale_at(const Space& at) const;
  /// Returns the column-major matrix from cells and height to OpenGL's clip space, for a window of
  /// this size.
  [[nodiscard]] std::array<float, 16> to_clip(double window_width, double window_height) const;

  /// Unit vectors: right and up in the window, and towards the eye.
  struct Axes {
    Space right, up, towards;
  };
  [[nodiscard]] const Axes& axes() const { return axes_; }
  [[nodiscard]] const ui::Box& area() const { return area_; }
  [[nodiscard]] core::Extent grid() const { return grid_; }
  [[nodiscard]] double turned() const { return turn_; }  ///< degrees, about the vertical axis
  [[nodiscard]] double tilted() const { return tilt_; }  ///< degrees, above the horizon
  [[nodiscard]] double zoomed() const { return zoom_; }  ///< 1: the whole grid is visible

 private:
  [[nodiscard]] double radius() const;
  [[nodiscard]] double depth(const Space& at) const;
  /// Returns the fixed point of a zoom about the centre.
  [[nodiscard]] core::Point unzoomed() const;
  /// Computes the values derived from the viewpoint.
  void settle();

  static constexpr double kTurn = 24.0;
  static constexpr double kTilt = 42.0;

  ui::Box area_;
  core::Extent grid_{1, 1};
  double turn_ = kTurn;
  double tilt_ = kTilt;
  double zoom_ = 1.0;
  core::Point moved_;  ///< pan in window units

  Axes axes_;
  Space target_;
  double distance_ = 1.0;  ///< distance from the eye to the target
  double focal_ = 1.0;
  core::Point middle_;  ///< window position of the target
};

/// Unit vectors.
struct SurfaceLight {
  Space from;
  Space halfway;  ///< between the light and the eye
};

/// Returns light from the upper left of the viewpoint, so that hills always have a bright and a
/// dark side.
SurfaceLight light_for(const SurfaceCamera& camera);

}  // namespace heatwave::view
