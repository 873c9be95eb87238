// From where the surface is seen: turned about the middle of the grid, nearer or farther.
#pragma once

#include <array>

#include "app/ui/box.h"
#include "app/view/relief.h"
#include "kernels/core/geometry.h"

namespace heatwave::view {

class SurfaceCamera {
 public:
  SurfaceCamera() { settle(); }

  /// Takes the window's layout. Another grid is seen as at first.
  void place(const ui::Box& area, core::Extent grid);

  /// By so many window units of a drag.
  void turn(double right, double down);
  /// What is under (x, y) stays there.
  void zoom_about(double x, double y, double factor);
  void pan(double dx, double dy);
  void reset();
  [[nodiscard]] bool is_reset() const;
  /// As it was seen; moved by parts of the sides of what it is drawn in.
  void see(double turned, double tilted, double zoomed, core::Point moved_part);
  [[nodiscard]] core::Point moved_part() const;

  [[nodiscard]] core::Point to_window(const Space& at) const;
  /// From the eye through a place of the window.
  [[nodiscard]] Ray ray(double x, double y) const;
  /// Window units per cell, for what lies across the line of sight there.
  [[nodiscard]] double scale_at(const Space& at) const;
  /// From cells and height to OpenGL's cube, column by column, in a window of this size.
  [[nodiscard]] std::array<float, 16> to_clip(double window_width, double window_height) const;

  /// Unit lengths: to the right and upwards as it is seen, and towards the eye.
  struct Axes {
    Space right, up, towards;
  };
  [[nodiscard]] const Axes& axes() const { return axes_; }
  [[nodiscard]] const ui::Box& area() const { return area_; }
  [[nodiscard]] core::Extent grid() const { return grid_; }
  [[nodiscard]] double turned() const { return turn_; }  ///< degrees, about the upright
  [[nodiscard]] double tilted() const { return tilt_; }  ///< degrees, over the horizon
  [[nodiscard]] double zoomed() const { return zoom_; }  ///< 1: all of it is seen

 private:
  [[nodiscard]] double radius() const;
  [[nodiscard]] double depth(const Space& at) const;
  /// What stays where it is when it is zoomed.
  [[nodiscard]] core::Point unzoomed() const;
  /// Finds what follows from how it is seen.
  void settle();

  static constexpr double kTurn = 24.0;
  static constexpr double kTilt = 42.0;

  ui::Box area_;
  core::Extent grid_{1, 1};
  double turn_ = kTurn;
  double tilt_ = kTilt;
  double zoom_ = 1.0;
  core::Point moved_;  ///< window units

  Axes axes_;
  Space target_;
  double distance_ = 1.0;  ///< of the eye from the target
  double focal_ = 1.0;
  core::Point middle_;  ///< where the target is seen
};

}  // namespace heatwave::view
