// Where the field lies in the window: from window pixels to cells and back, with zoom and pan.
#pragma once

#include "app/ui/box.h"
#include "kernels/core/geometry.h"

namespace heatwave::view {

/// Cells are always square. Fitted, the whole grid is centred in the area.
class FieldMapping {
 public:
  /// Takes the window's layout. Another grid is shown fitted; another area keeps zoom and centre.
  void place(const ui::Box& area, core::Extent extent);

  [[nodiscard]] core::Point to_cells(double x, double y) const;
  [[nodiscard]] core::Point to_window(core::Point cells) const;
  /// The cell under a place in the window; outside the grid where there is none.
  [[nodiscard]] core::Cell cell_at(double x, double y) const;
  /// Window units per cell.
  [[nodiscard]] double scale() const;
  /// The part of the area that shows the grid.
  [[nodiscard]] ui::Box seen() const;
  [[nodiscard]] const ui::Box& area() const { return area_; }
  [[nodiscard]] bool fitted() const { return zoom_ == 1.0; }

  /// Keeps the cell under (x, y) where it is.
  void zoom_about(double x, double y, double factor);
  void pan(double dx, double dy);
  void fit();

  /// What is magnified, and the middle of what is seen in parts of the grid: the same for every
  /// size of the window.
  [[nodiscard]] double magnified() const { return zoom_; }
  [[nodiscard]] core::Point centre_part() const;
  void see(double magnified, core::Point centre_part);

 private:
  void keep_in_sight();

  ui::Box area_;
  // The same in doubles: strongly zoomed, the whole grid is far larger than the window.
  core::Point middle_{0.5, 0.5};
  double width_ = 1.0;
  double height_ = 1.0;
  core::Extent extent_{1, 1};
  double zoom_ = 1.0;         ///< 1: the grid just fits
  core::Point centre_{0, 0};  ///< the cell coordinates in the middle of the area
};

}  // namespace heatwave::view
